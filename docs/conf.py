"""Builds the documentation: `make docs`."""

from __future__ import annotations

import sys
from importlib.metadata import version as _version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from site_reference import type_aliases

from mtg_fsm.rules.entries import entries

project = "mtg_fsm"
author = "mtg_fsm contributors"
project_copyright = author
release = version = _version("mtg-fsm")

extensions = ["myst_parser", "sphinx.ext.autodoc", "mtg_fsm.sphinx", "site_reference"]
exclude_patterns = ["_build"]
nitpicky = True

html_theme = "furo"
html_title = "mtg_fsm"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

default_role = "code"  # docstrings write code between single backticks
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = type_aliases()
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80

mtg_fsm_rules_url = "../reference/rules.html#rule-{rule}"  # as seen from a picture in _images
mtg_fsm_rule_tests = {rule: [test.partition("::")[2] for test in entry.tests] for rule, entry in entries().items()}

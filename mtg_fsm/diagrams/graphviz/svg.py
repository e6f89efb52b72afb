"""Alternative text in SVG pictures."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from mtg_fsm.errors import RenderError

_ROOT: Final = re.compile(rb"<svg\b[^>]*(?=>)")


def accessible(picture: bytes, name: str, title: str, description: str) -> bytes:
    """A picture with title and description for readers that do not see it, whose ids begin with its name.

    Nothing else is changed. Raises RenderError if it is no SVG.
    """
    root = _ROOT.search(picture)
    if root is None:
        raise RenderError("there is no svg element to put the alternative text into")
    named = f' role="img" aria-labelledby="{name}.title {name}.description"'
    texts = (
        f'>\n<title id="{name}.title">{escape(title, quote=False)}</title>\n'
        f'<desc id="{name}.description">{escape(description, quote=False)}</desc>'
    )
    return b"".join((picture[: root.end()], named.encode(), texts.encode(), picture[root.end() + 1 :]))

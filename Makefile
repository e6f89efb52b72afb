# Needs a Python from 3.11 on; everything else comes from `pip install` into .venv.

VENV := .venv
BIN := $(VENV)/bin

# Tried in turn; a name that does not start or is too old is passed over.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$python" && break; done)
PIP_FLAGS ?= --quiet
PIP_INSTALL = $(BIN)/python -m pip install --disable-pip-version-check $(PIP_FLAGS)
PYTEST_ARGS ?=
PARTS ?=
MUTATE_ARGS ?=

# What npm writes last.
FOREIGN := tests/foreign/node_modules/.package-lock.json

# All that `make demo` does.
DEMO = $(BIN)/mtg-fsm run examples/added-combat.yaml --diagram demo-turn.svg

# Where the compiled wheel is put for its tests.
COMPILED := build/compiled

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install install-dev demo test coverage check lint types drift foreign typescript docs bench bench-check explore perft \
	mutate wheel-compiled test-compiled diagrams generate clean

help:
	@printf '%s\n' \
	  'make install      make .venv with what demo, test, bench, diagrams and generate need' \
	  'make install-dev  add the linter and the type checkers' \
	  'make demo         run a turn with an added combat phase and draw its diagram' \
	  'make test         run the tests (PYTEST_ARGS="-k cleanup" to choose)' \
	  'make coverage     run the tests and fail if a branch of the engine or the machines is not taken' \
  'make check        lint, types, generated files, foreign, documentation, tests: all that must pass before a commit' \
	  'make foreign      have other programs read and run the text formats (needs node from 18 on, and npm)' \
	  'make typescript   write the types for TypeScript from the JSON Schemas (needs node and npm)' \
	  'make docs         build the documentation in docs/_build and check its links' \
	  'make bench        measure what everything costs, beside what it is compared with' \
	  'make bench-check  fail if a ratio is worse than the recorded one by over a third' \
	  'make explore      explore again what is recorded in tests/explore (minutes)' \
	  'make perft        count again what is recorded in tests/perft' \
	  'make mutate       test the tests (hours; PARTS="engine.stack" to choose, MUTATE_ARGS="--sample 200" for some)' \
	  'make wheel-compiled  build a wheel in dist/ whose hot modules are compiled (needs a C compiler)' \
	  'make test-compiled   run the tests on such a wheel (PYTEST_ARGS as above)' \
	  'make diagrams     write diagrams/ from the machine' \
	  'make generate     run the tests that prove rules, and write the generated files' \
	  'make clean        remove .venv, builds, caches and the diagram of the demo' \
	  'PYTHON=python3.13 chooses the Python that .venv is made with.'

$(VENV)/pyvenv.cfg:
	@test -n "$(PYTHON)" || { echo 'No Python from 3.11 on was found: name one with PYTHON=...' >&2; exit 1; }
	"$(PYTHON)" -m venv $(VENV)

$(VENV)/installed-test: pyproject.toml | $(VENV)/pyvenv.cfg
	$(PIP_INSTALL) --editable '.[test]'
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed-test
	$(PIP_INSTALL) --editable '.[dev]'
	@touch $@

install: $(VENV)/installed-test

install-dev: $(VENV)/installed-dev

demo: install
	$(DEMO)

test: install
	$(BIN)/python -m pytest --numprocesses auto --proofs check $(PYTEST_ARGS)

coverage: install-dev
	$(BIN)/python -m pytest --numprocesses auto --cov --cov-report=term $(PYTEST_ARGS)

# The tests come last, so that their closing line is the last that one sees.
check: lint types drift foreign docs
	@$(MAKE) --no-print-directory test

lint: install-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/bandit --quiet --recursive mtg_fsm

types: install-dev
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

drift: install
	$(BIN)/python tools/generate.py --check

$(FOREIGN): tests/foreign/package-lock.json
	@command -v node >/dev/null && command -v npm >/dev/null || \
	  { echo 'make foreign needs node and npm: install nodejs and npm' >&2; exit 1; }
	npm ci --prefix tests/foreign --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

foreign: install $(FOREIGN)
	PYTHONPATH=tests $(BIN)/python tools/foreign.py
	PYTHONPATH=tests $(BIN)/python tools/typescript.py

typescript: install $(FOREIGN)
	PYTHONPATH=tests $(BIN)/python tools/typescript.py --write

docs: install
	$(BIN)/sphinx-build -qEn -W --keep-going -b html -d docs/_build/doctrees docs docs/_build/html
	$(BIN)/python tools/links.py docs/_build/html

bench: install
	$(BIN)/python bench/run.py

bench-check: install
	$(BIN)/python bench/run.py --check

explore: install
	$(BIN)/python tools/recorded.py explore

perft: install
	$(BIN)/python tools/recorded.py perft

wheel-compiled: install
	rm -f dist/mtg_fsm-*-cp*.whl
	MTG_FSM_COMPILE=1 $(BIN)/python -m pip wheel --disable-pip-version-check $(PIP_FLAGS) --no-deps --wheel-dir dist .

# `pytest` and not `python -m pytest`, which would find the sources in this folder first.
test-compiled: wheel-compiled
	rm -rf $(COMPILED)
	$(PIP_INSTALL) --no-deps --target $(COMPILED) dist/mtg_fsm-*-cp*.whl
	PYTHONPATH=$(COMPILED) $(BIN)/pytest --numprocesses auto $(PYTEST_ARGS)

# The report is written whatever the tests found; what was tried is kept in .mutation and not tried again.
mutate: install-dev
	PYTHONPATH=tests $(BIN)/python tools/mutation.py run $(PARTS) $(MUTATE_ARGS)
	PYTHONPATH=tests $(BIN)/python tools/mutation.py anew $(PARTS)
	$(BIN)/python tools/mutation.py report $(PARTS)

diagrams: install
	$(BIN)/mtg-fsm docs --out diagrams

generate: install
	$(BIN)/python -m pytest --numprocesses auto --proofs write
	$(BIN)/python tools/generate.py

clean:
	rm -f demo-turn.svg
	rm -rf tests/foreign/node_modules docs/_build $(VENV) build dist .coverage .hypothesis .mutation .mypy_cache .pytest_cache .ruff_cache

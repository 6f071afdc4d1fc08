# Every target makes the virtual environment that it needs, from plain python3 with venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=

.PHONY: run test check check-latex lint types bench clean

run: $(VENV)/.run
	@$(BIN)/readingroom $(ARGS)

test: $(VENV)/.dev
	@$(BIN)/pytest -n auto $(ARGS)

check: lint types

check-latex: $(VENV)/.dev
	@for tool in pdflatex lualatex bibtex biber pandoc; do command -v $$tool >/dev/null || { echo "check-latex needs $$tool: install it (on Debian and Ubuntu the packages texlive-latex-extra, texlive-fonts-recommended, texlive-bibtex-extra, biber and pandoc)" >&2; exit 1; }; done
	@$(BIN)/pytest tests/index/citations/test_latex.py $(ARGS)

lint: $(VENV)/.dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types: $(VENV)/.dev
	@$(BIN)/mypy

bench: $(VENV)/.bench
	@$(BIN)/python -m bench $(ARGS)

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache

$(VENV)/.run: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing readingroom into $(VENV)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "installing readingroom and what its tests need into $(VENV)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.run

$(VENV)/.bench: $(VENV)/.dev
	@echo "installing the peers that are measured beside readingroom into $(VENV)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	@touch $@

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "readingroom needs Python 3.11 or newer: no $(PYTHON) found (set PYTHON=...)" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "readingroom needs Python 3.11 or newer: $(PYTHON) is $$($(PYTHON) --version) (set PYTHON=...)" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "readingroom needs Python's venv module: install it (on Debian and Ubuntu the package python3-venv)" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "could not make $(VENV)" >&2; exit 1; }

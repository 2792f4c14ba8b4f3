# Everything is set up in .venv; nothing outside this folder is touched.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: help demo test lint bench clean

help:
	@echo "make demo    prove the paper's running example (sets up .venv the first time)"
	@echo "make test    run the tests"
	@echo "make lint    check style and types"
	@echo "make bench   print the figures of the README again"
	@echo "make clean   remove .venv and caches"

demo: .venv/installed
	@cat examples/strategie.txt
	@echo
	@$(BIN)/proofnets prove --first - < examples/strategie.txt
	@echo
	@echo "The same as a picture, a natural deduction or LaTeX, and where to go next:"
	@echo "  $(BIN)/proofnets prove --first --format svg -o net.svg - < examples/strategie.txt"
	@echo "  $(BIN)/proofnets prove --first --format proof - < examples/strategie.txt"
	@echo "  $(BIN)/proofnets prove 'a:s, b:s -> s, c:s -> s |- s'"
	@echo "  README.md, docs/logic.md"

test: .venv/installed-dev
	$(BIN)/pytest

lint: .venv/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: .venv/installed-dev
	$(BIN)/python -m benchmarks.logic
	$(BIN)/python -m benchmarks.extraction

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# An environment that a broken set-up left behind is made anew.
.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or later is needed: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv --clear .venv

.venv/installed: pyproject.toml constraints.txt | .venv/bin/python
	$(INSTALL) .
	@touch $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv with torch and all else that the tests need: a few minutes, the first time only."
	$(INSTALL) '.[dev]'
	@touch .venv/installed $@

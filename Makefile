# Everything is set up in .venv; nothing outside this folder is touched.
PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: help demo serve test test-bridges test-cluster test-notebooks test-docker lint site bench clean

help:
	@echo "make demo    parse the paper's sentence (sets up .venv the first time)"
	@echo "make serve   serve the page and the HTTP service at http://127.0.0.1:8000"
	@echo "make test    run the tests"
	@echo "make test-bridges  run the tests against Agda, SWI-Prolog, spaCy, DisCoPy, networkx and readers of Parquet"
	@echo "make test-cluster  run the tests of corpus jobs on a Ray cluster of two nodes"
	@echo "make test-notebooks  run the notebooks of examples/ in Jupyter"
	@echo "make test-docker   follow the Dockerfile step by step, and build it where there is an engine"
	@echo "make lint    check style and types"
	@echo "make site    build the documentation into site/"
	@echo "make bench   print the figures of speed and extraction again"
	@echo "make clean   remove .venv and caches"

demo: .venv/installed
	@$(BIN)/proofnets parse "De strategie die ze volgen is eeuwenoud."
	@echo
	@echo "The same as a picture, as a natural deduction, as a page; other readings; the calculus by itself:"
	@echo "  $(BIN)/proofnets parse --format svg -o net.svg 'De strategie die ze volgen is eeuwenoud.'"
	@echo "  $(BIN)/proofnets parse --format proof 'Ze slapen.'"
	@echo "  $(BIN)/proofnets parse --format html -o page.html 'Ze slapen. De strategie die ze volgen is eeuwenoud.'"
	@echo "  $(BIN)/proofnets parse --beam 5 --readings 3 'Jan ziet de man met de verrekijker.'"
	@echo "  $(BIN)/proofnets prove 'a:s, b:s -> s, c:s -> s |- s'"
	@echo "  make serve; README.md; docs/"

serve: .venv/installed-serve
	$(BIN)/proofnets serve

test: .venv/installed-dev
	$(BIN)/pytest --numprocesses auto --dist loadfile

# Here a tool that is missing is a failure, where `make test` skips what needs it.
test-bridges: .venv/installed-bridges
	PROOFNETS_BRIDGES=required $(BIN)/pytest tests/bridges

test-cluster: .venv/installed-cluster
	$(BIN)/pytest -m cluster tests/corpus

test-notebooks: .venv/installed-notebooks
	$(BIN)/pytest -m notebooks tests/examples

test-docker: .venv/installed-dev
	$(BIN)/pytest -m container tests/test_dockerfile.py

lint: .venv/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/hadolint Dockerfile

# A warning, such as a link that leads nowhere, is a failure.
site: .venv/installed-site
	$(BIN)/zensical build --strict --clean

bench: .venv/installed-dev
	$(BIN)/python -m benchmarks.logic
	$(BIN)/python -m benchmarks.extraction
	$(BIN)/python -m benchmarks.parser

clean:
	rm -rf .venv build dist site .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis

# An environment that a broken set-up left behind is made anew.
.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv --clear .venv

.venv/installed: pyproject.toml constraints.txt | .venv/bin/python
	$(INSTALL) .
	@touch $@

.venv/installed-serve: pyproject.toml constraints.txt | .venv/bin/python
	$(INSTALL) '.[serve]'
	@touch .venv/installed $@

.venv/installed-dev: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv with torch and all else that the tests need: a few minutes, the first time only."
	$(INSTALL) '.[dev]'
	@touch .venv/installed .venv/installed-serve $@

.venv/installed-site: pyproject.toml constraints.txt | .venv/bin/python
	$(INSTALL) '.[site]'
	@touch .venv/installed $@

.venv/installed-bridges: .venv/installed-dev
	$(INSTALL) '.[dev,bridges]'
	@touch $@

.venv/installed-cluster: .venv/installed-dev
	$(INSTALL) '.[dev,cluster]'
	@touch $@

.venv/installed-notebooks: .venv/installed-dev
	$(INSTALL) '.[dev,notebooks]'
	@touch $@

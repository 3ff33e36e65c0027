# make check   vaulttool on this repository's own vault
# make test    the test suite
# make lint    ruff, mypy, import-linter

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup check test test-fast lint format hooks clean

help:
	@echo 'make check      run vaulttool on the vault of this repository'
	@echo 'make test       run all tests in parallel, with branch coverage'
	@echo 'make test-fast  run the tests that neither build, install nor commit'
	@echo 'make lint       run ruff, mypy and import-linter'
	@echo 'make format     let ruff format and fix the code'
	@echo 'make hooks      install the pre-commit hooks into this clone'
	@echo 'make setup      only prepare $(VENV)'
	@echo 'make clean      remove $(VENV), caches and build output'
	@echo
	@echo 'Another interpreter: make PYTHON=python3.13 check'

setup: $(STAMP)

# The stamp is written last: an interrupted installation is repeated, a finished one never asks the network.
$(STAMP): pyproject.toml
	@command -v '$(PYTHON)' >/dev/null || { echo '$(PYTHON) is not there; install Python 3.11 or newer, or name one: make PYTHON=python3.11' >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "vaulttool needs Python 3.11 or newer and $(PYTHON) is older; name another one: make PYTHON=python3.11" >&2; exit 1; }
	@'$(BIN)/python' -m pip --version >/dev/null 2>&1 || '$(PYTHON)' -m venv --clear '$(VENV)'
	'$(BIN)/python' -m pip install --quiet --editable '.[dev]'
	@touch '$@'

check: $(STAMP)
	'$(BIN)/vaulttool' check

test: $(STAMP)
	'$(BIN)/python' -m pytest -n auto --dist loadgroup --cov --cov-branch --cov-report=term $(ARGS)

test-fast: $(STAMP)
	'$(BIN)/python' -m pytest -n auto --dist loadgroup -m 'not slow' $(ARGS)

lint: $(STAMP)
	'$(BIN)/ruff' check
	'$(BIN)/ruff' format --check
	'$(BIN)/mypy' --strict
	'$(BIN)/lint-imports'

format: $(STAMP)
	'$(BIN)/ruff' format
	'$(BIN)/ruff' check --fix

hooks: $(STAMP)
	'$(BIN)/pre-commit' install

clean:
	rm -rf '$(VENV)' build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find vaulttool tests -type d -name __pycache__ -prune -exec rm -rf {} +

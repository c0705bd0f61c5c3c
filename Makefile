# Each target makes the virtual environment by itself when it is missing or the locked requirements have changed.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
READY := .venv/.ready
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

.PHONY: help demo test lint format types imports catalogs content check bench chaos soak pictures lock clean

help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# What running Rung needs; working on it needs more.
$(INSTALLED): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Rung needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements.txt
	$(PIP) --no-build-isolation --no-deps --editable .
	@$(BIN)/python -m compileall -q bot
	@touch $@

$(READY): requirements-dev.txt $(INSTALLED)
	$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

demo: $(INSTALLED) ## Show answers in three languages, then a local Slack to try Rung in (DEMO_ARGS=--answers-only ends after them)
	@$(BIN)/rung demo $(DEMO_ARGS)

test: $(READY) ## Run every test that this machine can run, and say why others are skipped
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile $(PYTEST_ARGS)

lint: $(READY) ## Look for mistakes in style and logic
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(READY) ## Mend the layout and what can be mended by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(READY) ## Check all types, strictly
	$(BIN)/mypy

imports: $(READY) ## Check that no room imports what stands above it
	$(BIN)/lint-imports

catalogs: $(READY) ## Check that every message is translated into every language
	$(BIN)/rung i18n check

content: $(READY) ## Check the bundled content, in which a warning is a fault too
	$(BIN)/rung content check --strict content

check: lint types imports catalogs content test ## Lint, types, imports, catalogs, content and tests, as before a commit

bench: $(READY) ## Measure speed and memory, as ratios of one run (BENCH_ARGS=--short for a quick look)
	$(BIN)/python -m tests.benchmarks $(BENCH_ARGS)

chaos: $(READY) ## Kill and pause what sends, restart its database while Slack fails, and count what arrives (CHAOS_ARGS=--short for a tenth)
	$(BIN)/python -m tests.chaos $(CHAOS_ARGS)

soak: $(READY) ## Run several processes on PostgreSQL as a company would, for ten minutes (SOAK_ARGS=--short for one)
	$(BIN)/python -m tests.soak $(SOAK_ARGS)

pictures: $(READY) ## Draw the pictures of the README anew, in docs/pictures; needs Chromium
	$(BIN)/python -m tests.browser.pictures

lock: $(READY) ## Renew the locked requirements from pyproject.toml
	$(PIP) uv
	$(BIN)/uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --no-header --upgrade --quiet -o requirements.txt
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-find-links --no-header --constraints requirements.txt --upgrade --quiet \
		-o requirements-dev.txt

clean: ## Remove the virtual environment and all caches
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build *.egg-info
	find bot migrations tests -name __pycache__ -prune -exec rm -rf {} +

.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin

help: ## show this
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 18

.venv/.dev: requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --require-hashes --no-deps -r requirements-dev.txt
	touch $@

lint: .venv/.dev ## style, types, import contracts, migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports

.PHONY: help lint

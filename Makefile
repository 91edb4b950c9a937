# The A.C.E.S. reference. `make` alone lists what there is.
# Each target first makes the checkout ready (generators/bootstrap.py): .venv, node_modules, and what
# apt can bring. Nothing is installed twice.

SHELL := /bin/sh
.DEFAULT_GOAL := help

# The machine's Python that makes .venv: PYTHON=/path to choose another.
ifndef PYTHON
PYTHON := $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
endif
PORT ?= 8000
JOBS ?= auto

BIN := .venv/bin
PY := $(BIN)/python
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Material's note on its own future is not about this build.
export NO_MKDOCS_2_WARNING := 1
ifdef CHROMIUM
export CHROMIUM
endif

PYTEST := $(PY) -m pytest -q

.PHONY: help site test serve bench soak mutants cards check format lint types imports js house clean distclean lock ready-site ready-test

help: ## This list
	@echo "The A.C.E.S. reference"; echo
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'
	@echo; echo "Choose with PYTHON=/path, PORT=8000, CHROMIUM=/path, JOBS=auto"

site: ready-site ## Build the whole site into site/
	@$(PY) -m generators.site

serve: ready-site ## The site on 127.0.0.1, port 8000, built again as you edit
	@$(PY) -c 'import socket; socket.create_server(("127.0.0.1", $(PORT))).close()' 2>/dev/null || { \
		echo "Port $(PORT) is not to be had: make serve PORT=8001" >&2; exit 2; }
	@$(PY) -m generators.site --serve 127.0.0.1:$(PORT)

cards: ready-site ## The character cards as PDFs, into build/cards/
	@$(PY) -m generators.registry --only blank- --only party- build/cards

test: ready-test check ## Everything: checks, tests, the engine inside the browser's Python, the site in Chromium
	@echo "== the engine and the generators"
	@$(PYTEST) -n $(JOBS) --dist worksteal -m "not site and not browser"
	@echo "== the engine's tests inside the browser's Python"
	@$(PY) -m generators.pack.selftest
	@echo "== the site"
	@$(PY) -m generators.site
	@echo "== the built site, and in Chromium"
	@ACES_SITE=site $(PYTEST) -n $(JOBS) --dist worksteal -m "site or browser"

check: ready-test lint types imports js house ## Style, types, import arrows, locks (no test of behaviour)

format: ## Lay the Python out the one way
	@$(BIN)/ruff check --quiet --fix --exit-zero . && $(BIN)/ruff format .

lint:
	@echo "== ruff"; $(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet . || { echo "run: ruff format ." >&2; exit 1; }
types:
	@echo "== mypy"; $(BIN)/mypy --no-error-summary
imports:
	@echo "== imports"; mkdir -p build/log; $(BIN)/lint-imports --cache-dir build/cache/importlinter >build/log/imports.log || { cat build/log/imports.log; exit 1; }
js:
	@echo "== tsc"; node_modules/.bin/tsc --project .
house:
	@echo "== house"; $(PYTEST) -p no:xdist tests/test_house.py

bench: ready-test ## Speed and weight against their budgets: engine, players, start in the page, Lighthouse (some minutes)
	@$(PY) -m generators.site
	@$(PY) -m tests.bench

soak: ready-test ## 20,000 random games of every variant, each held to every law (GAMES=N; an hour)
	@$(PY) -m tests.soak --games $(or $(GAMES),20000)

mutants: ready-test ## Break the engine one small fault at a time: do the tests notice? (MODULE=growth; an hour or more)
	@$(PY) -m tests.mutants $(MODULE) --jobs $(if $(filter auto,$(JOBS)),1,$(JOBS))

lock: ready-test ## Resolve the locks anew, after an edit of pyproject.toml or package.json
	@echo "== locks"
	@uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra build pyproject.toml -o requirements.lock
	@uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--extra build --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	@uv pip compile -q --python-version 3.14 --no-deps --generate-hashes --no-header --no-annotate \
		requirements-pack.in -o requirements-pack.lock
	@npm install --package-lock-only --ignore-scripts

clean: ## Remove what was built; keep what was installed
	@rm -rf build site .hypothesis .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
	@find aces generators playground tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

distclean: clean ## Remove what was installed as well
	@rm -rf .venv node_modules *.egg-info

ready-site ready-test: ready-%:
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "$(or $(PYTHON),python3): no such program; Python 3.11 or newer is needed: make PYTHON=/path" >&2; exit 2; }
	@"$(PYTHON)" generators/bootstrap.py $*

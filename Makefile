# All commands of a checkout: they create the virtual environment in .venv, install pinned dependencies and build
# the Rust core as needed. `make help` lists them.
#
# A completed set-up step leaves a marker file in .venv (.venv/.dev, .venv/.core, …). The file is written last, so an
# interrupted step is repeated, and `rm -rf .venv` resets everything.
# All paths are relative: make does not support spaces in target names, and the path of the checkout may contain some.

.DEFAULT_GOAL := help
.SUFFIXES:
# pip and cargo must not change one environment at the same time, and cargo uses all cores by itself.
.NOTPARALLEL:

# ---- Settings, from the environment or the command line ------------------------------------------------------------

export PORT := $(or $(PORT),8000)

# The interpreter for a new .venv. If PYTHON is not given, a working .venv is kept.
ifeq ($(origin PYTHON),undefined)
PYTHON := python3
else
PYTHON_WAS_GIVEN := yes
endif

# Settings of other environments in this shell must not affect .venv.
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH
export VIRTUAL_ENV := $(CURDIR)/.venv
export PIP_DISABLE_PIP_VERSION_CHECK := 1

PY := .venv/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet --require-hashes
# --locked: use the versions of Cargo.lock, never newer ones.
CARGO_FLAGS := --locked

# ---- Cargo and its version -----------------------------------------------------------------------------------------

RUST_NEEDED := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
CARGO_FOUND := $(shell cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p')
ifeq ($(CARGO_FOUND),)
CARGO_PROBLEM := cargo was not found
else ifneq ($(RUST_NEEDED),$(shell printf '%s\n' $(RUST_NEEDED) $(CARGO_FOUND) | sort -V | head -n 1))
CARGO_PROBLEM := cargo $(CARGO_FOUND) is too old
endif
INSTALL_RUST := Install Rust $(RUST_NEEDED) or newer (for example with rustup) and make sure that cargo is on your PATH

# `make run` uses the Rust engine if it can be built; CORNERWISE_ENGINE=rust or python selects one.
ENGINE := $(filter-out auto,$(CORNERWISE_ENGINE))
ifeq ($(ENGINE),)
ENGINE := $(if $(CARGO_PROBLEM),python,rust)
FELL_BACK := $(CARGO_PROBLEM)
endif
ifeq ($(filter rust python,$(ENGINE)),)
$(error CORNERWISE_ENGINE must be auto, rust or python, not '$(CORNERWISE_ENGINE)')
endif

# ---- Commands ------------------------------------------------------------------------------------------------------

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  PORT=8123 make run                  listen on port 8123'
	@echo '  PYTHON=python3.13 make run          create .venv with this interpreter'
	@echo '  CORNERWISE_ENGINE=python make run   use the Python engine, without building Rust'
	@echo
	@echo '  .venv/bin/python -m pytest tests/engine/test_scores.py -k monomino   run one test, after make check'

.PHONY: run
run: $(if $(filter rust,$(ENGINE)),.venv/.core,.venv/.run) ## Serve on 127.0.0.1:8000 (or PORT) until Ctrl-C
ifdef FELL_BACK
	@echo '------------------------------------------------------------------------------'
	@echo '$(FELL_BACK): using the Python engine (same rules, much slower).'
	@echo '$(INSTALL_RUST) to use the Rust engine.'
	@echo '------------------------------------------------------------------------------'
endif
	@echo 'Cornerwise with the $(ENGINE) engine on http://127.0.0.1:$(PORT)'
	@echo 'Documentation: http://127.0.0.1:$(PORT)/docs/guide, reference: http://127.0.0.1:$(PORT)/docs'
	@CORNERWISE_ENGINE='$(ENGINE)' MALLOC_ARENA_MAX=1 PYTHONPATH="$$(pwd)/python" exec $(PY) -m gunicorn service.app:app

# The folders of tests. Tests that load or break a server, or that need nginx, promtool, Locust or a browser, are in $(SYSTEM).
# tests/package/test_project_files.py checks that every folder of tests is in one of the lists.
QUICK := tests/engine tests/package tests/service
BEHAVIOUR := $(QUICK) tests/deploy tests/system/server
SYSTEM := tests/system/deploy tests/system/faults tests/system/load tests/system/playground
CLIENT_TESTS := tests/clients

# Importing Schemathesis and these plugins takes as long as a third of the collection of tests.
WITHOUT_SCHEMATHESIS := --ignore=tests/service/test_schemathesis.py -p no:schemathesis -p no:locust -p no:anyio

.PHONY: check
check: need-cargo .venv/.core-quick .venv/.dev ## Run the quick tests with a development build, in under a minute
	$(PY) -m pytest --numprocesses auto --quick $(WITHOUT_SCHEMATHESIS) $(QUICK)

.PHONY: test
test: test-rust test-python ## Run all tests of behaviour: cargo's and pytest's, on both engines

# The bindings crate has no Rust tests: it is tested from Python. Without --tests cargo would also build the examples,
# which clippy checks; --doc cannot be combined with it.
CARGO_TEST := cargo test $(CARGO_FLAGS) --profile checked -p cornerwise -p cornerwise-fuzz
.PHONY: test-rust
test-rust: need-cargo
	$(CARGO_TEST) --tests
	$(CARGO_TEST) --doc

.PHONY: build-rust-tests
build-rust-tests: need-cargo
	$(CARGO_TEST) --tests --no-run

.PHONY: test-python
test-python: need-cargo .venv/.core .venv/.dev
	$(PY) -m pytest --numprocesses auto $(BEHAVIOUR)

# Most of these tests wait, for deadlines, restarts and browsers: with one process more than cores the cores are busy.
# Those marked `load` measure time or memory, and run one at a time with nothing beside them.
ONE_MORE := $$(($$(getconf _NPROCESSORS_ONLN) + 1))
.PHONY: test-system
test-system: need-cargo .venv/.core .venv/.dev .venv/.load .venv/.nginx .venv/.promtool .venv/.chromium tools/node_modules/.done ## Run the tests that load or break servers, or drive nginx or a browser
	$(PY) -m pytest --require-tools --numprocesses $(ONE_MORE) --dist worksteal -m 'not load' $(SYSTEM)
	$(PY) -m pytest --require-tools -m load $(SYSTEM)

# One client at a time: Maven's local repository is not made for several processes that download.
.PHONY: test-clients
test-clients: need-cargo .venv/.core .venv/.dev ## Generate and compile the example clients, and let them play (CLIENTS="java go": only these)
	CLIENTS='$(CLIENTS)' $(PY) -m pytest --durations=0 --durations-min=1 $(CLIENT_TESTS)

# With --quick, because counting lines slows the tests down.
.PHONY: coverage
coverage: need-cargo .venv/.core .venv/.dev ## Measure the branch coverage of python/ and service/, and fail below 95 %
	$(PY) -m pytest --numprocesses auto --quick $(WITHOUT_SCHEMATHESIS) --cov --cov-report=term:skip-covered --cov-report=html:target/coverage $(BEHAVIOUR)

.PHONY: load
load: need-cargo .venv/.core .venv/.load ## Run a load test of one minute (SECONDS=60) against a new server, or HOST=http://…
	PYTHONPATH=python $(PY) -m loadtests load $(if $(SECONDS),--seconds $(SECONDS)) $(if $(HOST),--host $(HOST))

.PHONY: soak
soak: need-cargo .venv/.core .venv/.load ## Run a load test of ten minutes that checks memory and open files
	PYTHONPATH=python $(PY) -m loadtests soak $(if $(SECONDS),--seconds $(SECONDS))

.PHONY: cluster
cluster: need-cargo .venv/.core .venv/.nginx ## Serve with two instances behind nginx on 127.0.0.1:8000 (or PORT)
	@PYTHONPATH=python exec $(PY) -m loadtests.cluster --port $(PORT)

.PHONY: chaos
chaos: need-cargo .venv/.core .venv/.dev .venv/.nginx ## Inject faults into servers under load, each for SECONDS=15
	CORNERWISE_FAULT_SECONDS=$(or $(SECONDS),15) $(PY) -m pytest tests/system/faults

.PHONY: fuzz
fuzz: need-cargo .venv/.core .venv/.dev ## Fuzz all targets for SECONDS=60 in total (needs a C++ compiler)
	PYTHONPATH=python $(PY) -m tests.fuzz --seconds $(or $(SECONDS),60)

.PHONY: sanitize
sanitize: need-cargo ## Run the tests of the unsafe code under AddressSanitizer
	core_rs/fuzz/sanitize.sh

.PHONY: fmt
fmt: need-cargo need-rust-components .venv/.dev ## Format Python and Rust, and apply the fixes of ruff
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format
	cargo fmt --all

.PHONY: lint
lint: lint-python lint-rust lint-node ## Check format, lints, types, stubs, openapi.yaml and the playground

.PHONY: lint-rust
lint-rust: need-cargo need-rust-components
	cargo fmt --all --check
	cargo clippy $(CARGO_FLAGS) --workspace --all-targets -- -D warnings

.PHONY: lint-python
lint-python: need-cargo .venv/.core .venv/.dev .venv/.load
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	MYPYPATH=python $(PY) -m mypy.stubtest cornerwise._core

.PHONY: lint-node
lint-node: tools/node_modules/.done
	tools/node_modules/.bin/redocly lint --config tools/redocly.yaml openapi.yaml
	tools/node_modules/.bin/openapi-typescript openapi.yaml --output target/types/openapi.d.ts
	tools/node_modules/.bin/tsc --project tools/playground.tsconfig.json

.PHONY: openapi
openapi: .venv/.core ## Generate openapi.yaml from the schemas
	PYTHONPATH=python $(PY) -m service.openapi

# The description that later versions are compared with, by tests/service/test_compatibility.py.
.PHONY: openapi-release
openapi-release: openapi ## Keep openapi.yaml as that of the release
	cp openapi.yaml "tests/data/openapi-$$(sed -n 's/^version = "\([0-9]*\.[0-9]*\).*/\1/p' Cargo.toml).yaml"

.PHONY: pages
pages: .venv/.dev ## Generate the pages below /docs from docs/
	$(PY) -m service.pages

.PHONY: rules
rules: .venv/.python ## Generate docs/rule-tests.md, the table of rules and tests
	$(PY) -m tests.rule_table

.PHONY: bench
bench: need-cargo .venv/.core .venv/.dev .venv/.bench ## Measure the speed of the engine and of its Python API
	cargo bench $(CARGO_FLAGS) -p cornerwise
	$(PY) benchmarks/python_api.py

.PHONY: bench-instructions
bench-instructions: need-cargo ## Count instructions of a fixed workload (needs valgrind)
	benchmarks/instructions.sh

.PHONY: bench-strength
bench-strength: need-cargo .venv/.core ## Play against Pentobi: PENTOBI=path/to/pentobi-gtp (takes hours; RESULTS=games.csv continues, JOBS=2)
	cargo build $(CARGO_FLAGS) --release -p cornerwise --example bot
	PYTHONPATH=python:. $(PY) -m benchmarks.strength --pentobi '$(PENTOBI)' $(if $(RESULTS),--results '$(RESULTS)') $(if $(JOBS),--jobs $(JOBS))

.PHONY: train
train: need-cargo ## Train the weights of the search from its own games (takes about an hour)
	core_rs/engine/train.sh

.PHONY: bench-http
bench-http: need-cargo .venv/.core .venv/.dev .venv/.nginx ## Measure the HTTP service, compared to a minimal Flask app (needs wrk)
	PYTHONPATH=python:. $(PY) benchmarks/http_api.py

.PHONY: bench-playground
bench-playground: need-cargo .venv/.core .venv/.dev .venv/.load .venv/.chromium ## Measure the first view of the playground and its moves in Chromium
	PYTHONPATH=python:. $(PY) benchmarks/playground.py

.PHONY: bench-worst
bench-worst: need-cargo .venv/.core .venv/.dev ## Measure the most expensive request of each operation
	PYTHONPATH=python:. $(PY) benchmarks/worst_requests.py

# Each file is constrained by the versions of the previous one, so that installing one never changes another.
# The versions are resolved for the oldest supported Python and for all platforms.
COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(PY) -m uv pip compile --quiet --upgrade --generate-hashes \
	--universal --python-version 3.11 --no-strip-extras --extra service --no-emit-index-url --no-emit-find-links pyproject.toml
.PHONY: lock
lock: need-cargo .venv/.dev ## Update all pinned dependencies to their newest versions
	$(COMPILE) --output-file requirements/run.txt
	$(COMPILE) --extra build --constraints requirements/run.txt --output-file requirements/build.txt
	$(COMPILE) --extra dev --constraints requirements/build.txt --output-file requirements/dev.txt
	$(COMPILE) --extra bench --constraints requirements/dev.txt --output-file requirements/bench.txt
	$(COMPILE) --extra load --constraints requirements/dev.txt --output-file requirements/load.txt
	cargo update
	for client in python python-openapi-generator; do \
	    UV_CUSTOM_COMPILE_COMMAND='make lock' $(PY) -m uv pip compile --quiet --upgrade --generate-hashes --universal --no-strip-extras \
	        --python-version 3.11 --no-emit-index-url --no-emit-find-links clients/$$client/requirements.in \
	        --output-file clients/$$client/requirements.txt || exit 1; \
	done

.PHONY: clean
clean: ## Remove everything that the other commands created
	rm -rf .venv target dist loadtests/reports tests/system/playground/screenshots tools/node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache python/cornerwise/_core.*so
	cd clients && rm -rf */.venv */generated */node_modules */target go/api */*.svg
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- Requirements --------------------------------------------------------------------------------------------------

.PHONY: need-cargo
need-cargo:
ifdef CARGO_PROBLEM
	@echo '$(CARGO_PROBLEM). $(INSTALL_RUST).' >&2
	@exit 1
endif

.PHONY: need-rust-components
need-rust-components:
	@cargo fmt --version >/dev/null 2>&1 || { echo 'rustfmt is missing: rustup component add rustfmt' >&2; exit 1; }
	@cargo clippy --version >/dev/null 2>&1 || { echo 'clippy is missing: rustup component add clippy' >&2; exit 1; }

# ---- Set-up --------------------------------------------------------------------------------------------------------

# A virtual environment depends on its interpreter and its path, which its scripts contain. It is created again if the
# interpreter no longer exists or is not the requested one, or if the checkout was moved or copied. The recipe always runs;
# targets that depend on this file are rebuilt only if the recipe writes it.
WHICH_PYTHON := import sys; print(sys.version, sys.base_prefix)
.venv/.python: FORCE
	@here="$$(pwd -P)"; \
	if [ "$$(cat $@ 2>/dev/null)" = "$$here" ] && ours="$$($(PY) -c '$(WHICH_PYTHON)' 2>/dev/null)"; then \
	    if [ -z '$(PYTHON_WAS_GIVEN)' ] || [ "$$('$(PYTHON)' -c '$(WHICH_PYTHON)')" = "$$ours" ]; then exit 0; fi; \
	fi; \
	command -v '$(PYTHON)' >/dev/null || \
	    { echo '$(PYTHON) was not found. Install Python 3.11 or newer, or set PYTHON=… to its path' >&2; exit 1; }; \
	'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed, and $(PYTHON) is $$('$(PYTHON)' --version 2>&1)." \
	           'Select another one with make PYTHON=python3.13 …' >&2; exit 1; }; \
	'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo '$(PYTHON) cannot create virtual environments: the module venv or ensurepip is missing.' \
	           'On Debian and Ubuntu, install the package python3-venv.' >&2; exit 1; }; \
	echo "Creating .venv with $$('$(PYTHON)' --version)"; \
	rm -rf .venv && '$(PYTHON)' -m venv .venv && printf '%s\n' "$$here" > $@

# run ⊂ build ⊂ dev: the dependencies of the service, of the build, and of tests and linters.
.venv/.run .venv/.build .venv/.dev: .venv/.%: requirements/%.txt .venv/.python
	@echo 'Installing $<'
	@$(PIP_INSTALL) -r $<
	@touch $@

# Locust for the load tests, and nginx as the proxy of a cluster.
.venv/.load: requirements/load.txt .venv/.dev
	@echo 'Installing $<'
	@$(PIP_INSTALL) -r $<
	@touch $@

.venv/.nginx: deploy/fetch.sh .venv/.python
	@deploy/fetch.sh nginx usr/sbin/nginx .venv/nginx
	@touch $@

# promtool runs the unit tests of the alerts.
.venv/.promtool: deploy/fetch.sh .venv/.python
	@deploy/fetch.sh prometheus usr/bin/promtool .venv/promtool
	@touch $@

# Chromium runs the tests of the playground.
.venv/.chromium: tools/chromium.sh .venv/.python
	@tools/chromium.sh
	@touch $@

# The engine that the benchmark compares with is optional.
.venv/.bench: requirements/bench.txt .venv/.python
	@echo 'Installing $<'
	@if $(PIP_INSTALL) -r $<; then touch $@; else echo 'blokus-rl could not be installed: the benchmark runs without the comparison.'; fi

# From npm: the linter of openapi.yaml, the type checker of the playground, and axe-core for its tests.
tools/node_modules/.done: tools/package.json tools/package-lock.json
	@command -v npm >/dev/null || { echo 'npm was not found: make lint needs Node.js 20 or newer' >&2; exit 1; }
	@echo 'Installing $<'
	@npm ci --prefix tools --silent
	@touch $@

# All files of the crates count as sources, because tables and texts may be compiled in. A deleted core is built again.
# maturin makes pip check the dependencies; PIP_NO_INDEX ensures that nothing unpinned is installed.
RUST_SOURCES := Cargo.toml Cargo.lock $(shell find core_rs/engine core_rs/bindings -type f)
CORE_IS_GONE := $(if $(wildcard python/cornerwise/_core.*so),,FORCE)
.venv/.core: .venv/.build pyproject.toml $(RUST_SOURCES) $(CORE_IS_GONE) | need-cargo
	@echo 'Building the Rust core'
	@PIP_QUIET=1 PIP_NO_INDEX=1 $(PY) -m maturin develop --release $(CARGO_FLAGS)
	@rm -f .venv/.core-quick
	@touch $@

# The development build takes the place of the release build until a command that needs the latter puts it back,
# which takes a second as cargo keeps both.
.venv/.core-quick: .venv/.build pyproject.toml $(RUST_SOURCES) $(CORE_IS_GONE) | need-cargo
	@echo 'Building the Rust core for development'
	@PIP_QUIET=1 PIP_NO_INDEX=1 $(PY) -m maturin develop --profile quick $(CARGO_FLAGS)
	@rm -f .venv/.core
	@touch $@

FORCE:

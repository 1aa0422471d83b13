# Everything a checkout needs, from nothing: `make run` and `make test` make their own virtual environment in .venv,
# install pinned dependencies and build the Rust core in release mode. `make help` lists the rest.
#
# How it remembers: a set-up step that has succeeded leaves a file in .venv (.venv/.dev, .venv/.core, …). The
# file is written last, so a step that was interrupted is done again, and `rm -rf .venv` forgets them all.
# All paths are relative: make cannot cope with spaces in a target's name, and the checkout's own path may have some.

.DEFAULT_GOAL := help
.SUFFIXES:
# pip and cargo must not work on one environment at once, and both already use every core on their own.
.NOTPARALLEL:

# ---- Settings, from the environment or the command line ----------------------------------------------------------

export PORT := $(or $(PORT),8000)

# The interpreter .venv is made with. When it is not given, a .venv that works is kept, whatever made it.
ifeq ($(origin PYTHON),undefined)
PYTHON := python3
else
PYTHON_WAS_GIVEN := yes
endif

# What another environment left in this shell must not leak into ours.
unexport CONDA_PREFIX PYTHONHOME PYTHONPATH
export VIRTUAL_ENV := $(CURDIR)/.venv
export PIP_DISABLE_PIP_VERSION_CHECK := 1

PY := .venv/bin/python
PIP_INSTALL := $(PY) -m pip install --quiet --require-hashes
# --locked: what is tested is what Cargo.lock says, never something newer.
CARGO_FLAGS := --locked

# ---- Is there a cargo that can build this? -----------------------------------------------------------------------

RUST_NEEDED := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
CARGO_FOUND := $(shell cargo --version 2>/dev/null | sed -n 's/^cargo \([0-9.]*\).*/\1/p')
ifeq ($(CARGO_FOUND),)
CARGO_PROBLEM := cargo was not found
else ifneq ($(RUST_NEEDED),$(shell printf '%s\n' $(RUST_NEEDED) $(CARGO_FOUND) | sort -V | head -n 1))
CARGO_PROBLEM := cargo $(CARGO_FOUND) is too old
endif
INSTALL_RUST := Install Rust $(RUST_NEEDED) or newer (for example with rustup) and make sure that cargo is on your PATH

# `make run` serves with the Rust engine where it can be built; CORNERWISE_ENGINE=rust or python insists on one.
ENGINE := $(filter-out auto,$(CORNERWISE_ENGINE))
ifeq ($(ENGINE),)
ENGINE := $(if $(CARGO_PROBLEM),python,rust)
FELL_BACK := $(CARGO_PROBLEM)
endif
ifeq ($(filter rust python,$(ENGINE)),)
$(error CORNERWISE_ENGINE must be auto, rust or python, not '$(CORNERWISE_ENGINE)')
endif

# ---- What people call --------------------------------------------------------------------------------------------

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo '  PORT=8123 make run                  listen on another port than 8000'
	@echo '  PYTHON=python3.13 make run          make .venv with another interpreter than python3'
	@echo '  CORNERWISE_ENGINE=python make run   serve with the Python engine, build no Rust'
	@echo
	@echo '  .venv/bin/python -m pytest tests/engine/test_scores.py -k monomino   run one test, after make check'

.PHONY: run
run: $(if $(filter rust,$(ENGINE)),.venv/.core,.venv/.run) ## Serve on 127.0.0.1:8000 (or PORT) until Ctrl-C
ifdef FELL_BACK
	@echo '------------------------------------------------------------------------------'
	@echo '$(FELL_BACK): the Python engine serves (same rules, much slower).'
	@echo '$(INSTALL_RUST) to serve with the Rust engine.'
	@echo '------------------------------------------------------------------------------'
endif
	@echo 'Cornerwise with the $(ENGINE) engine on http://127.0.0.1:$(PORT)'
	@CORNERWISE_ENGINE='$(ENGINE)' MALLOC_ARENA_MAX=1 PYTHONPATH="$$(pwd)/python" exec $(PY) -m gunicorn service.app:app

# The folders of tests. Tests that load or break a server, or that need nginx, promtool or Locust, are in $(SYSTEM).
# tests/package/test_project_files.py checks that every folder of tests is in one of the lists.
QUICK := tests/engine tests/package tests/service
BEHAVIOUR := $(QUICK) tests/deploy tests/system/server
SYSTEM := tests/system/deploy tests/system/faults tests/system/load

.PHONY: check
check: need-cargo .venv/.core-quick .venv/.dev ## Run the quick tests with a development build, in under a minute
	$(PY) -m pytest --numprocesses auto -m 'not slow' $(QUICK)

# The bindings crate has no Rust tests, and linking one as a program would need what only maturin knows.
.PHONY: test
test: need-cargo .venv/.core .venv/.dev ## Run all tests of behaviour: cargo's and pytest's, on both engines
	cargo test $(CARGO_FLAGS) --profile checked -p cornerwise -p cornerwise-fuzz
	$(PY) -m pytest --numprocesses auto $(BEHAVIOUR)

# Tests marked `load` run one at a time, with nothing beside them.
.PHONY: test-system
test-system: need-cargo .venv/.core .venv/.dev .venv/.load .venv/.nginx .venv/.promtool ## Run the tests that load or break servers, drive nginx or fuzz for long
	$(PY) -m pytest --require-tools --numprocesses auto -m 'not load' $(SYSTEM)
	$(PY) -m pytest --require-tools -m load $(SYSTEM)

.PHONY: coverage
coverage: need-cargo .venv/.core .venv/.dev ## Measure the branch coverage of python/ and service/, and fail below 95 %
	$(PY) -m pytest --numprocesses auto --cov --cov-report=term:skip-covered --cov-report=html:target/coverage $(BEHAVIOUR)

.PHONY: load
load: need-cargo .venv/.core .venv/.load ## Put a mixed load on a real server for a minute (SECONDS=60, HOST=http://… for another one)
	PYTHONPATH=python $(PY) -m loadtests load $(if $(SECONDS),--seconds $(SECONDS)) $(if $(HOST),--host $(HOST))

.PHONY: soak
soak: need-cargo .venv/.core .venv/.load ## The same for ten minutes, watching memory and open files
	PYTHONPATH=python $(PY) -m loadtests soak $(if $(SECONDS),--seconds $(SECONDS))

.PHONY: cluster
cluster: need-cargo .venv/.core .venv/.nginx ## Serve with two instances behind nginx on 127.0.0.1:8000 (or PORT)
	@PYTHONPATH=python exec $(PY) -m loadtests.cluster --port $(PORT)

.PHONY: chaos
chaos: need-cargo .venv/.core .venv/.dev .venv/.nginx ## Break a real server under load, each fault for SECONDS=15
	CORNERWISE_FAULT_SECONDS=$(or $(SECONDS),15) $(PY) -m pytest tests/system/faults

.PHONY: fuzz
fuzz: need-cargo .venv/.core .venv/.dev ## Look for inputs that break it, for SECONDS=60 in all (needs a C++ compiler)
	PYTHONPATH=python $(PY) -m tests.fuzz --seconds $(or $(SECONDS),60)

.PHONY: sanitize
sanitize: need-cargo ## Run the tests of the unsafe code under AddressSanitizer
	core_rs/fuzz/sanitize.sh

.PHONY: fmt
fmt: need-cargo need-rust-components .venv/.dev ## Format Python and Rust, and fix what ruff can fix
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format
	cargo fmt --all

.PHONY: lint
lint: need-cargo need-rust-components .venv/.core .venv/.dev tools/node_modules/.done ## Check format, lints, types, stubs and openapi.yaml
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	MYPYPATH=python $(PY) -m mypy.stubtest cornerwise._core
	cargo fmt --all --check
	cargo clippy $(CARGO_FLAGS) --workspace --all-targets -- -D warnings
	tools/node_modules/.bin/redocly lint --config tools/redocly.yaml openapi.yaml

.PHONY: openapi
openapi: .venv/.core ## Write openapi.yaml anew from the schemas
	PYTHONPATH=python $(PY) -m service.openapi

.PHONY: rules
rules: .venv/.python ## Write docs/rule-tests.md, the table of rules and tests
	$(PY) -m tests.rule_table

.PHONY: bench
bench: need-cargo .venv/.core .venv/.dev .venv/.bench ## Measure speed: the engine, then its Python API
	cargo bench $(CARGO_FLAGS) -p cornerwise
	$(PY) benchmarks/python_api.py

.PHONY: bench-instructions
bench-instructions: need-cargo ## Count instructions of a fixed workload (needs valgrind)
	benchmarks/instructions.sh

.PHONY: bench-http
bench-http: need-cargo .venv/.core .venv/.dev .venv/.nginx ## Measure the HTTP service next to bare Flask (needs wrk)
	PYTHONPATH=python:. $(PY) benchmarks/http_api.py

# Each set is held to the versions of the one below it, so that installing one never changes another.
# Resolved for the oldest Python we support and every platform, whatever this machine is.
COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(PY) -m uv pip compile --quiet --upgrade --generate-hashes \
	--universal --python-version 3.11 --extra service --no-emit-index-url --no-emit-find-links pyproject.toml
.PHONY: lock
lock: need-cargo .venv/.dev ## Pin every dependency anew, at its newest version
	$(COMPILE) --output-file requirements/run.txt
	$(COMPILE) --extra build --constraints requirements/run.txt --output-file requirements/build.txt
	$(COMPILE) --extra dev --constraints requirements/build.txt --output-file requirements/dev.txt
	$(COMPILE) --extra bench --constraints requirements/dev.txt --output-file requirements/bench.txt
	$(COMPILE) --extra load --constraints requirements/dev.txt --output-file requirements/load.txt
	cargo update

.PHONY: clean
clean: ## Remove everything that the other commands made
	rm -rf .venv target dist loadtests/reports tools/node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache python/cornerwise/_core.*so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- Requirements, each with a message that says what to do ------------------------------------------------------

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

# ---- Set-up ------------------------------------------------------------------------------------------------------

# A virtual environment is bound to its interpreter and to the path it was made at (its scripts name it), so it is made
# anew when its interpreter is gone, is not the one that was asked for, or the checkout was moved or copied. The recipe
# always runs; what depends on this file is redone only if the recipe writes it.
WHICH_PYTHON := import sys; print(sys.version, sys.base_prefix)
.venv/.python: FORCE
	@here="$$(pwd -P)"; \
	if [ "$$(cat $@ 2>/dev/null)" = "$$here" ] && ours="$$($(PY) -c '$(WHICH_PYTHON)' 2>/dev/null)"; then \
	    if [ -z '$(PYTHON_WAS_GIVEN)' ] || [ "$$('$(PYTHON)' -c '$(WHICH_PYTHON)')" = "$$ours" ]; then exit 0; fi; \
	fi; \
	command -v '$(PYTHON)' >/dev/null || \
	    { echo '$(PYTHON) was not found. Install Python 3.11 or newer, or name it: make PYTHON=…' >&2; exit 1; }; \
	'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed, and $(PYTHON) is $$('$(PYTHON)' --version 2>&1)." \
	           'Name another one: make PYTHON=python3.13 …' >&2; exit 1; }; \
	'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo '$(PYTHON) cannot make virtual environments: its module venv or ensurepip is missing.' \
	           'On Debian and Ubuntu, install the package python3-venv.' >&2; exit 1; }; \
	echo "Making .venv with $$('$(PYTHON)' --version)"; \
	rm -rf .venv && '$(PYTHON)' -m venv .venv && printf '%s\n' "$$here" > $@

# run ⊂ build ⊂ dev: what serving needs, what building the core needs besides, what tests and linters need besides.
.venv/.run .venv/.build .venv/.dev: .venv/.%: requirements/%.txt .venv/.python
	@echo 'Installing $<'
	@$(PIP_INSTALL) -r $<
	@touch $@

# What plays the clients of the load tests, and the proxy that two instances run behind.
.venv/.load: requirements/load.txt .venv/.dev
	@echo 'Installing $<'
	@$(PIP_INSTALL) -r $<
	@touch $@

.venv/.nginx: deploy/fetch.sh .venv/.python
	@deploy/fetch.sh nginx usr/sbin/nginx .venv/nginx
	@touch $@

# What tries the alerts on numbers.
.venv/.promtool: deploy/fetch.sh .venv/.python
	@deploy/fetch.sh prometheus usr/bin/promtool .venv/promtool
	@touch $@

# The engine that the benchmark compares with is a guest: without it, the benchmark runs on its own.
.venv/.bench: requirements/bench.txt .venv/.python
	@echo 'Installing $<'
	@if $(PIP_INSTALL) -r $<; then touch $@; else echo 'blokus-rl did not install: the comparison is left out.'; fi

# The linter of openapi.yaml; nothing else is from npm.
tools/node_modules/.done: tools/package.json tools/package-lock.json
	@command -v npm >/dev/null || { echo 'npm was not found: make lint needs Node.js 20 or newer' >&2; exit 1; }
	@echo 'Installing $<'
	@npm ci --prefix tools --silent
	@touch $@

# Every file of the crates, as tables and texts may be compiled in too. A core that somebody deleted is built again.
# maturin has pip look at the dependencies once more; they are there, and nothing unpinned may be fetched.
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

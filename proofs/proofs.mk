# The commands of this folder (README.md), included by the Makefile.
.PHONY: stress fuzz mutants core-coverage core-mutants second-engine second-reader api-clients bank-readers security-events statements-reader houses browsers accessibility-engines bench bench-audit bench-proposals bench-statements bench-commits bench-crowd bench-settlements bench-takeover bench-webhooks lighthouse tasks capacity cluster-test chaos proofs-check

stress: $(INSTALLED) ## The long forms of the storms, of the table of roles, and of the random tests of core
	GRIDBILL_STRESS=long cargo test --release --test api -- storm exactly_the_rights --include-ignored --nocapture --test-threads 1
	cargo test --release --package gridbill-core -- debits_equal_credits no_declaration no_workbook

fuzz: needs ## A minute for each fuzz target, after some minutes of building (FUZZ_SECONDS, FUZZ_TARGETS)
	@sh proofs/fuzz/fuzz.sh

mutants: needs $(INSTALLED) $(WASM) ## Puts known defects into the code and shows which test catches each; hours (MUTANTS)
	@sh proofs/mutants/mutants.sh

core-coverage: needs ## Lists the changes of core-mutants on lines that no test of core runs; 5 minutes
	@sh proofs/mutants/core-coverage.sh

core-mutants: needs ## Changes core in small ways and shows which its tests miss; 15 minutes (BASE, SHARD, MINUTES)
	@sh proofs/mutants/core-mutants.sh

second-engine: needs ## Recomputes 200 bills with tariff-core from PyPI and compares them with the bill audit; needs Python 3.13
	@sh proofs/tariffs/second.sh

second-reader: needs ## Files of every accounting preset, read back with Python and compared with their documents
	@sh proofs/accounting/second.sh

api-clients: ## Clients of /openapi.json in Python and TypeScript, and two linters; needs PyPI and npm
	@[ -n "$$GRIDBILL_PROGRAM" ] || cargo build --bins
	@sh proofs/clients/clients.sh

bank-readers: ## Payment instructions by the schemas of two packages, and a QR code in a PDF read by jsQR; needs PyPI and npm
	@[ -n "$$GRIDBILL_PROGRAM" ] || cargo build --bins
	@sh proofs/bank/bank.sh

security-events: ## The log of a demo through deploy/vector.toml, checked with the schemas of OCSF 1.3.0; needs PyPI
	@[ -n "$$GRIDBILL_PROGRAM" ] || cargo build --bins
	@sh proofs/events/events.sh

statements-reader: ## Statements of a company and a group, read with Debian's hledger; needs PyPI
	@[ -n "$$GRIDBILL_PROGRAM" ] || cargo build --bins
	@sh proofs/statements/statements.sh

houses: ## The portal next to firewalls, proxies and other programs of Debian; needs root for missing packages (HOUSES)
	$(if $(GRIDBILL_PROGRAM),,cargo build --bins)
	@sh proofs/houses/houses.sh

browsers: $(INSTALLED) $(APP) ## The main job in Firefox ESR and WebKitGTK, on a new demo; needs Debian's packages of both; four minutes
	cargo build --bins
	@sh proofs/browser/browsers.sh

accessibility-engines: $(INSTALLED) $(APP) ## 20 screens of a new demo, looked at by IBM's engine and HTML_CodeSniffer; needs npm; three minutes
	cargo build --bins
	@sh proofs/browser/accessibility.sh

bench-audit: ## The audit of every bill, of an import, and the list of findings (BILLS, BULK_ACCOUNTS, IMPORTED)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	node proofs/bench/audit.mjs

bench-proposals: ## Payments of 5,000 bills, made at once and by a proposal (BILLS, CHOSEN, ROUNDS)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	node proofs/bench/proposals.mjs

bench-statements: ## Bank statements of 2,500 lines among a million stored lines (STORED, LINES, ROUNDS)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	node proofs/bench/statements.mjs

bench-commits: ## Commits and payments a second with a standby at 0, 1 and 4 ms; needs Debian's postgresql (SECONDS, ROUNDS, CLIENTS, DISTANCES)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	node proofs/bench/commits.mjs

bench-crowd: ## Reads and payments next to another company's user with 40 connections (BILLS, BULK_ACCOUNTS, CONNECTIONS, SECONDS)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	CAPACITY_FOLDER=$(CURDIR)/target/audit-bench node proofs/bench/crowd.mjs

bench-settlements: ## A million settlements, each of an unpaid bill, next to a payer (BILLS, BULK_ACCOUNTS, SETTLEMENTS, UNNAMED)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	CAPACITY_FOLDER=$(CURDIR)/target/audit-bench node proofs/bench/settlements.mjs

bench-takeover: ## A take-over of 2,000 companies, 20,000 users and a million payments (COMPANIES, PAYMENTS)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	node proofs/bench/takeover.mjs

bench-webhooks: ## What events cost a payment, and their delay next to a dead receiver (BILLS, PAYMENTS, AT_ONCE, ROUNDS)
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	node proofs/bench/webhooks.mjs

bench: $(INSTALLED) $(APP) ## The measurements, next to the same SQL in psql and pgbench, and Python's libraries
	sh proofs/bench/bench.sh

lighthouse: $(INSTALLED) ## Lighthouse's score of every page on a phone, on the cluster that runs (ROUNDS, PAGES); 40 minutes
	@sh proofs/browser/lighthouse.sh

tasks: $(INSTALLED) $(APP) ## Presses, fields, screens and modelled seconds of eight tasks, on a new demo; two minutes
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	@sh proofs/browser/tasks.sh

capacity: $(INSTALLED) $(APP) ## What each request and job costs, and the machines that makes (docs/capacity.md); some minutes
	$(if $(GRIDBILL_PROGRAM),,cargo build --release --bins)
	node proofs/capacity/capacity.mjs

cluster-test: ## Proofs on that cluster, with figures; PROOFS="kills check" for some, CLUSTER_KILLS=20 CLUSTER_PAYMENTS=3 for the whole
	@node proofs/cluster/test.mjs $(PROOFS)

chaos: ## Users and faults by a seed on that cluster, and a checker at the end (SEED, MINUTES; docs/tests.md)
	@node --test proofs/cluster/chaos/*.test.mjs >/dev/null || { node --test proofs/cluster/chaos/*.test.mjs; exit 1; }
	@node proofs/cluster/chaos/chaos.mjs

proofs-check: $(INSTALLED) $(APP) ## Each of the proofs that needs no cluster, in its shortest form: the figures mean nothing
	cargo clippy --package gridbill-proofs --all-targets -- -D warnings
	cargo clippy --package gridbill-bindgen -- -D warnings
	cargo test --package gridbill-proofs
	node --test proofs/cluster/*.test.mjs proofs/cluster/chaos/*.test.mjs
	sh proofs/tariffs/second.sh
	sh proofs/accounting/second.sh
	cargo build --bins
	sh proofs/clients/clients.sh
	sh proofs/bank/bank.sh
	sh proofs/events/events.sh
	sh proofs/statements/statements.sh
	sh proofs/bench/bench.sh tiny

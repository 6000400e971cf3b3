#!/bin/sh
# Reads the statements of a company and of a group with hledger, a second reader. Settlements, reversals, carried balances and credits
# are imported into a fresh demo, and the workbooks of its statements are read with openpyxl (PyPI) and hledger (Debian). Without
# hledger or PyPI, it says so and stops.
set -eu
cd "$(dirname "$0")/../.."
. proofs/demo.sh

if ! command -v hledger >/dev/null; then
    echo "statements-reader: SKIPPED: hledger was not found (Debian: apt-get install hledger)"
    exit 0
fi
prepare statements-reader statements 8209
start_demo
node proofs/statements/files.mjs "$portal" feed "$work"
"$program" import bills "$work/bills.csv"
"$program" import settlements "$work/settlements.csv"
node proofs/statements/files.mjs "$portal" save "$work"
"$work/python/bin/python" proofs/statements/read.py "$work" proofs/statements/hledger.rules
say "$("$program" check | tail -1)"

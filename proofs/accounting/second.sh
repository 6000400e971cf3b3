#!/bin/sh
# Writes the files of every accounting preset and reads them back with a reader in Python that shares no code with core.
set -eu
cd "$(dirname "$0")/../.."

if ! command -v python3 >/dev/null; then
    echo "second reader: SKIPPED: no Python was found"
    exit 0
fi
folder=$PWD/target/accounting-files
rm -rf "$folder"
cargo run --quiet --example accounting_files -- "$folder"
python3 proofs/accounting/second.py "$folder"

#!/bin/sh
# Installs the libraries of proofs/bench/peers.txt from PyPI into target/ and prints the path of their Python. If that fails, it prints
# only the reason, to stderr.
set -eu
cd "$(dirname "$0")/../.."

say() { printf 'bench: %s\n' "$*" >&2; }

peers=$PWD/target/bench-peers
if ! "$peers/bin/python" -c '' 2>/dev/null; then
    rm -rf "$peers"
    if ! python3 -m venv "$peers" >/dev/null 2>&1; then
        say "no python3 with venv is on PATH: the comparison with Python's libraries is skipped"
        exit 0
    fi
fi
if ! "$peers/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --requirement proofs/bench/peers.txt >&2; then
    say "PyPI does not answer: the comparison with Python's libraries is skipped"
    exit 0
fi
printf '%s\n' "$peers/bin/python"

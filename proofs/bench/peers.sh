#!/bin/sh
# The Python that has what the portal's files are measured beside (proofs/bench/peers.txt), from PyPI into target/; its path is
# printed. Where that cannot be had, nothing is printed, and why is said.
set -eu
cd "$(dirname "$0")/../.."

say() { printf 'bench: %s\n' "$*" >&2; }

peers=$PWD/target/bench-peers
if ! "$peers/bin/python" -c '' 2>/dev/null; then
    rm -rf "$peers"
    if ! python3 -m venv "$peers" >/dev/null 2>&1; then
        say "no python3 with venv is on PATH: what is measured beside Python's libraries is left out"
        exit 0
    fi
fi
if ! "$peers/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --requirement proofs/bench/peers.txt >&2; then
    say "PyPI does not answer: what is measured beside Python's libraries is left out"
    exit 0
fi
printf '%s\n' "$peers/bin/python"

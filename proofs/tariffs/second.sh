#!/bin/sh
# Recomputes 200 bills of the demo with tariff-core (proofs/tariffs/second.py), and compares them with the bill audit. tariff-core needs
# Python 3.13 or newer; PYTHON names it if it is not on PATH.
set -eu
cd "$(dirname "$0")/../.."

say() { printf 'second-engine: %s\n' "$*"; }

is_new() { "$1" -c 'import sys, venv; sys.exit(sys.version_info < (3, 13))' 2>/dev/null; }
python=
for one in "${PYTHON:-}" python3.14 python3.13 python3 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[3-9].*/bin/python3; do
    if [ -n "$one" ] && is_new "$one"; then
        python=$one
        break
    fi
done
if [ -z "$python" ]; then
    say "SKIPPED: no Python 3.13 with venv was found"
    exit 0
fi
engine=$PWD/target/second-engine
"$engine/bin/python" -c '' 2>/dev/null || "$python" -m venv --clear "$engine"
if ! "$engine/bin/pip" install --quiet --disable-pip-version-check --timeout 20 --requirement proofs/tariffs/requirements.txt; then
    say "SKIPPED: PyPI does not answer"
    exit 0
fi
GRIDBILL_BILLS_FILE=$engine/bills.json SQLX_OFFLINE=true cargo test --lib --quiet -- --ignored bills_for_the_second_engine
"$engine/bin/python" proofs/tariffs/second.py "$engine/bills.json"

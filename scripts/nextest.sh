#!/bin/sh
# Runs cargo-nextest with these arguments: each test in a process of its own, several at the same time.
set -eu
cd "$(dirname "$0")/.."
. scripts/tool.sh
nextest "$@"

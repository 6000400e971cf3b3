#!/bin/sh
# Fails on a dependency whose licence a utility could not take over: crates by deny.toml, the app's packages by their lock file.
set -eu
cd "$(dirname "$0")/.."
. scripts/tool.sh

tool cargo-deny cargo-deny 0.20.2 --locked
cargo deny --log-level error check licenses sources
node scripts/licences.mjs

#!/bin/sh
# Fails on a dependency whose licence a utility could not accept: crates by deny.toml, the app's packages by their lock file.
set -eu
cd "$(dirname "$0")/.."
. scripts/tool.sh

cargo_deny check licenses sources
node scripts/licences.mjs

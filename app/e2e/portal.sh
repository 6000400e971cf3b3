#!/bin/sh
# Serves a fresh demo for the journeys.
set -eu
cd "$(dirname "$0")/../.."
export GRIDBILL_DATA=target/e2e
unset DATABASE_URL
target/debug/gridbill database down >/dev/null 2>&1 || true
rm -rf "$GRIDBILL_DATA"
exec target/debug/gridbill serve --demo

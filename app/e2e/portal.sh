#!/bin/sh
# Serves a fresh demo for the journeys, its banks under another host's name than its own, as banks are.
set -eu
cd "$(dirname "$0")/../.."
unset DATABASE_URL
target/debug/gridbill database down >/dev/null 2>&1 || true
rm -rf "$GRIDBILL_DATA"
exec target/debug/gridbill serve --demo

#!/bin/sh
# Serves a fresh demo for the journeys, its banks under another host's name than its own, as banks are.
set -eu
cd "$(dirname "$0")/../.."
unset DATABASE_URL
# Two officers decide above it; a payment can be given up as soon as the gateway has said that it knows nothing of it.
export GRIDBILL_SECOND_OFFICER_ABOVE=120000.00 GRIDBILL_GIVE_UP_AFTER=0
target/debug/gridbill database down >/dev/null 2>&1 || true
rm -rf "$GRIDBILL_DATA"
exec target/debug/gridbill serve --demo

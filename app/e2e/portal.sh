#!/bin/sh
# Serves a fresh demo for the journeys. The sandbox's banks use another host name than the portal, like real banks.
set -eu
cd "$(dirname "$0")/../.."
unset DATABASE_URL
# Above this amount two officers decide. A new batch waits if more than this percentage of its bills have findings, and if it is
# imported with the same setting. A payment can be cancelled as soon as the gateway has answered that it has no record of the payment.
export GRIDBILL_SECOND_OFFICER_ABOVE=100000.00 GRIDBILL_GIVE_UP_AFTER=0 GRIDBILL_BATCH_FINDING_LIMIT=10
target/debug/gridbill database down >/dev/null 2>&1 || true
rm -rf "$GRIDBILL_DATA"
exec target/debug/gridbill serve --demo

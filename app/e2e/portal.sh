#!/bin/sh
# Serves a new demo for the journeys. The banks of the sandbox have another host name than the portal, as real banks do.
set -eu
cd "$(dirname "$0")/../.."
unset DATABASE_URL
# Above the first amount two officers decide. A payment can be cancelled as soon as the gateway answers that it has no record. A new batch is
# held if more than 10 percent of its bills have findings, and if its import has the same setting.
export GRIDBILL_SECOND_OFFICER_ABOVE=100000.00 GRIDBILL_GIVE_UP_AFTER=0 GRIDBILL_BATCH_FINDING_LIMIT=10
target/debug/gridbill database down >/dev/null 2>&1 || true
rm -rf "$GRIDBILL_DATA"
exec target/debug/gridbill serve --demo

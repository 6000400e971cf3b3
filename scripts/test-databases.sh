#!/bin/sh
# Stops the databases of the tests, and frees the memory of those that are in memory (server/tests/api/support/memory.rs).
# test-databases.sh PROGRAM
set -eu
memory=
for data in target/test-database target/test-database-durable; do
    [ -d "$data" ] || continue
    "$1" database down --data "$data" >/dev/null
    [ ! -L "$data" ] || memory=$(dirname "$(readlink "$data")")
done
case $memory in
*/gridbill-tests-*) rm -rf "$memory" ;;
esac

#!/bin/sh
# part.sh NAME COMMAND [ARGUMENT...]: runs a part of the tests or checks. Adds its seconds to target/parts, which
# `scripts/times.mjs` prints.
set -eu
name=$1
shift
started=$(date +%s)
status=0
"$@" || status=$?
mkdir -p target
# What was already built is no part.
[ "$(date +%s)" = "$started" ] || printf '%s\t%s\n' "$(($(date +%s) - started))" "$name" >>target/parts
exit "$status"

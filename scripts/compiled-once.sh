#!/bin/sh
# Fails if one of the commands behind `make run`, `make test` and `make check` would compile something again. Run it after
# them: two sets of features for one crate would double the first build, and every build after the other command.
set -eu
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true
crates="--workspace --exclude gridbill-core-wasm"

again=
look() { # look ARGUMENT...: cargo, with those
    stale=$(cargo "$@" --message-format json 2>/dev/null | grep -F '"fresh":false' | sed -n 's/.*"package_id":"\([^"]*\)".*/\1/p' | sort -u)
    [ -n "$stale" ] || return 0
    printf 'compiled again by cargo %s:\n%s\n' "$*" "$stale" >&2
    again=yes
}
# shellcheck disable=SC2086
{
    look build $crates --bins
    look build $crates --example declared
    look build $crates --all-targets
    look test $crates --no-run
    look clippy $crates --all-targets
    look build $crates --bins
}
look clippy --package gridbill-core-wasm --target wasm32-unknown-unknown
WASM_QUICK='' sh scripts/wasm.sh | grep . >&2 && again=yes
[ -z "$again" ] || exit 1
echo "compiled-once: nothing is compiled again"

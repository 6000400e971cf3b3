#!/bin/sh
# Fails if one of the commands behind `make run`, `make test` and `make check` would compile a crate again. Run it after them. Two
# sets of features for one crate would double the first build, and each build after switching between the commands.
set -eu
cd "$(dirname "$0")/.."
export SQLX_OFFLINE=true

again=
look() { # look COMMAND ARGUMENT...: that command of cargo
    command=$1
    shift
    messages=$(cargo "$command" --message-format json "$@" 2>/dev/null) || {
        printf 'cargo %s %s fails\n' "$command" "$*" >&2
        exit 1
    }
    stale=$(printf '%s\n' "$messages" | grep -F '"fresh":false' | sed -n 's/.*"package_id":"\([^"]*\)".*/\1/p' | sort -u)
    [ -n "$stale" ] || return 0
    printf 'compiled again by cargo %s %s:\n%s\n' "$command" "$*" "$stale" >&2
    again=yes
}
look build --bins
look build --example declared
look build --all-targets
look test --no-run
look clippy --all-targets -- -D warnings
look clippy --package gridbill-core-wasm --target wasm32-unknown-unknown -- -D warnings
WASM_QUICK='' sh scripts/wasm.sh | grep . >&2 && again=yes
[ -z "$again" ] || exit 1
echo "compiled-once: nothing is compiled again"

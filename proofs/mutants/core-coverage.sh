#!/bin/sh
# Lists the changes of `make core-mutants` on lines that no test of core runs. No test of core can detect them, so trying them
# shows nothing more.
set -eu
cd "$(dirname "$0")/../.."
. scripts/tool.sh

tool cargo-llvm-cov cargo-llvm-cov 0.9.1 --locked
rustup component add llvm-tools
work=$PWD/target/core-coverage
mkdir -p "$work"

features=$(sed -n 's/^features = \[\(.*\)\]$/\1/p' .cargo/mutants.toml | tr -d '" ')
tests=$(sed -nE 's/^ *"(--lib|--test=[a-z_]+)",$/\1/p' .cargo/mutants.toml)
export CARGO_TARGET_DIR="$work/build" CARGO_PROFILE_DEV_DEBUG=0 PROPTEST_DISABLE_FAILURE_PERSISTENCE=true
# shellcheck disable=SC2086
cargo-llvm-cov llvm-cov --package gridbill-core --features "$features" $tests --lcov --output-path "$work/lines" >"$work/log" 2>&1 ||
    { tail -n 60 "$work/log" >&2 && exit 1; }
cargo_mutants --package gridbill-core --list --colors never >"$work/list"

# `lines` has the runs of each line (`SF:file`, `DA:line,runs`), `list` begins with the file and line of each change.
awk -F '[:,]' -v root="$PWD/" '
    FNR == NR && $1 == "SF" { file = substr($2, length(root) + 1) }
    FNR == NR && $1 == "DA" && runs[file, $2] < $3 { runs[file, $2] = $3 }
    FNR == NR && $1 == "DA" { counted[file, $2] }
    FNR == NR { next }
    { all++ }
    ($1, $2) in counted && !runs[$1, $2] { print; unrun++ }
    END { print unrun + 0 " of " all " changes are on lines that no test of core runs" }
' "$work/lines" "$work/list"

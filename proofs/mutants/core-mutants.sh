#!/bin/sh
# Changes core in small ways, one at a time, and says which changes none of its tests notices (.cargo/mutants.toml). BASE=COMMIT: only
# where core differs from that. Otherwise one in sixty of all, chosen by chance or SHARD=3/60; SHARD=all for all. It stops after
# MINUTES (15; for all only where it is given). It works in a worktree of its own in target/core-mutants, with what is changed here and
# not committed, but without files that git does not know.
set -eu
cd "$(dirname "$0")/../.."
. scripts/tool.sh
. proofs/mutants/worktree.sh

tool cargo-mutants cargo-mutants 27.1.0 --locked
base=${BASE:-} shard=${SHARD:-} minutes=${MINUTES:-}
[ -n "$base$shard" ] || shard=$(($(od -An -N2 -tu2 /dev/urandom) % 60))/60
[ "$shard" = all ] || minutes=${minutes:-15}
work=$PWD/target/core-mutants
tree=$work/tree out=$work/mutants.out
running=''

stop() {
    [ -z "$running" ] || { kill "$running" && wait "$running"; } 2>/dev/null || true
    [ ! -e "$tree/.git" ] || git -C "$tree" checkout --quiet -- . || true
}
trap stop EXIT
trap 'exit 130' INT TERM

worktree "$tree"

tests=cargo
! cargo nextest --version >/dev/null 2>&1 || tests=nextest
set -- --dir "$tree" --package gridbill-core --in-place --output "$work" --test-tool "$tests" --shuffle --colors never
if [ -n "$base" ]; then
    git -C "$tree" diff --no-color --no-ext-diff --no-renames --src-prefix=a/ --dst-prefix=b/ "$base" -- core/src >"$work/diff"
    set -- "$@" --in-diff "$work/diff"
fi
case $shard in
'' | all) ;;
*)
    echo "core-mutants: SHARD=$shard"
    # One in sixty of every file, and not all of one file.
    set -- "$@" --shard "$shard" --sharding round-robin
    ;;
esac

# By its own name: `cargo mutants` would take one in ~/.cargo/bin first, of whatever version.
cargo-mutants mutants "$@" --list >"$work/list"
all=$(grep -c '^core/src/' "$work/list" || true)
if [ "$all" -eq 0 ]; then
    echo "core-mutants: there is nothing to change"
    exit 0
fi

# What a failed property would write is for people, and would be tried first with the next change.
export CARGO_TARGET_DIR="$work/build" PROPTEST_DISABLE_FAILURE_PERSISTENCE=true
rm -rf "$out" "$out.old"
(
    # A loop without end that fills the memory ends its test, and not the machine.
    # Where the shell has no such limit there is none.
    # shellcheck disable=SC3045
    ulimit -v 8388608 2>/dev/null || true
    exec cargo-mutants mutants "$@"
) &
running=$! began=$(date +%s) late=''
while kill -0 "$running" 2>/dev/null; do
    if [ -n "$minutes" ] && [ -z "$late" ] && [ $(($(date +%s) - began)) -ge $((minutes * 60)) ]; then
        late=yes
        kill "$running" 2>/dev/null || true
    fi
    sleep 1
done
outcome=0
wait "$running" || outcome=$?
running=''

# 2: some were missed; 3: some timed out. Anything else is no answer of a test.
case $late$outcome in
0 | 2 | 3 | yes*) ;;
4)
    echo "core-mutants: without any change, core's tests do not pass: $out/log" >&2
    exit 1
    ;;
*)
    echo "core-mutants: cargo-mutants ended with $outcome: $out/debug.log" >&2
    exit 1
    ;;
esac

count() { cat "$out/$1.txt" 2>/dev/null | wc -l; }
caught=$(($(count caught))) missed=$(($(count missed))) timeout=$(($(count timeout))) unviable=$(($(count unviable)))
tried=$((caught + missed + timeout + unviable))
[ "$missed" -eq 0 ] || sed 's/^/MISSED   /' "$out/missed.txt"
echo "$tried of $all tried: $caught caught, $missed missed, $timeout timed out, $unviable unviable"
[ -z "$late" ] || echo "core-mutants: stopped after $minutes minutes (MINUTES)"
# Where none was tried, nothing is known.
[ "$tried" -gt 0 ] && [ "$missed" -eq 0 ]

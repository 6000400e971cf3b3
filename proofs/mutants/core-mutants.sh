#!/bin/sh
# Changes core in small ways, one at a time, and reports the changes that none of its tests detects (.cargo/mutants.toml). BASE=COMMIT
# tries only changes where core differs from that commit. Otherwise one sixtieth is tried, at random or SHARD=3/60; SHARD=all tries all.
# It stops after MINUTES (15; with SHARD=all only if set). It works in a worktree of its own in target/core-mutants, with uncommitted
# changes but without untracked files.
set -eu
cd "$(dirname "$0")/../.."
. scripts/tool.sh
. proofs/mutants/worktree.sh

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

nextest --version >/dev/null
set -- --dir "$tree" --package gridbill-core --in-place --output "$work" --test-tool nextest --shuffle --colors never
if [ -n "$base" ]; then
    git -C "$tree" diff --no-color --no-ext-diff --no-renames --src-prefix=a/ --dst-prefix=b/ "$base" -- core/src >"$work/diff"
    set -- "$@" --in-diff "$work/diff"
fi
case $shard in
'' | all) ;;
*)
    echo "core-mutants: SHARD=$shard"
    # A sixtieth of every file, instead of whole files.
    set -- "$@" --shard "$shard" --sharding round-robin
    ;;
esac

cargo_mutants "$@" --list >"$work/list"
all=$(grep -c '^core/src/' "$work/list" || true)
if [ "$all" -eq 0 ]; then
    echo "core-mutants: there is nothing to change"
    exit 0
fi

# Disables proptest's files of failures, which would be tried first for the next change. Tests are linked faster without debug
# information.
export CARGO_TARGET_DIR="$work/build" CARGO_PROFILE_DEV_DEBUG=0 PROPTEST_DISABLE_FAILURE_PERSISTENCE=true
rm -rf "$out" "$out.old"
(
    # Limits memory, so that an endless loop ends its test and not the machine. Some shells have no such limit.
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

# 2: some were missed; 3: some timed out. Any other code is an error of the tool.
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
# Fails if none was tried, because that proves nothing.
[ "$tried" -gt 0 ] && [ "$missed" -eq 0 ]

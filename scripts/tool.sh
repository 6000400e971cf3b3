# shellcheck shell=sh
# Sourced by other scripts. tool CRATE COMMAND VERSION [ARGUMENT...]: puts the command of that version on PATH.
# Uses an installed command, or builds each version once into the user's cache, which all clones share. The build is unoptimised and
# without debug information: it takes a quarter of the time, and the command runs only for a second.
tools=${XDG_CACHE_HOME:-$HOME/.cache}/gridbill/tools

tool() {
    crate=$1 command=$2 version=$3
    shift 3
    if [ "$("$command" --version 2>/dev/null || true)" = "$command $version" ]; then
        return
    fi
    root=$tools/$crate-$version
    if [ ! -x "$root/bin/$command" ]; then
        printf 'setup: installing %s %s into %s (once, some minutes)\n' "$crate" "$version" "$root" >&2
        # The shared target folder builds dependencies of several tools once.
        CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$tools/build cargo install --debug --root "$root" "$@" "$crate@$version"
    fi
    PATH=$root/bin:$PATH
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

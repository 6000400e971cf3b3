# shellcheck shell=sh
# Sourced by other scripts. tool CRATE COMMAND VERSION [ARGUMENT...]: puts the command of that version on PATH.
# One that is installed already is used; otherwise it is built once for each version into the user's cache, which all
# clones share. Unoptimised and without what debuggers need it is built in a quarter of the time, and runs for a second.
tools=${XDG_CACHE_HOME:-$HOME/.cache}/gridbill/tools

tool() {
    crate=$1 command=$2 version=$3
    shift 3
    if [ "$("$command" --version 2>/dev/null || true)" = "$command $version" ]; then
        return
    fi
    root=$tools/$crate-$version
    if [ ! -x "$root/bin/$command" ]; then
        printf 'setup: installing %s %s into %s (once, some minutes)\n' "$crate" "$version" "$root"
        # What two tools need is built for both.
        CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$tools/build cargo install --debug --root "$root" "$@" "$crate@$version"
    fi
    PATH=$root/bin:$PATH
}

# Looks at crates: their licences, where they come from, what is known against them.
cargo_deny() {
    tool cargo-deny cargo-deny 0.20.2 --locked
    cargo deny --log-level error "$@"
}

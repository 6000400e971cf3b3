#!/bin/sh
# Checks for the tools that `make run` and `make test` cannot install themselves, and says how to install missing ones.
set -eu

missing=
need() { # need WHAT DEBIAN FEDORA MACOS
    missing="$missing
  $1
    Debian, Ubuntu:  $2
    Fedora:          $3
    macOS:           $4"
}

if ! command -v cargo >/dev/null 2>&1; then
    rustup="curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
    need "Rust, with rustup" "$rustup" "$rustup" "$rustup"
fi

node_at_least='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
if ! command -v npm >/dev/null 2>&1 || ! node -e "$node_at_least" 2>/dev/null; then
    need "Node 20.19 or later, with npm" "https://nodejs.org, or: apt install nodejs npm (where it is new enough)" "dnf install nodejs" "brew install node"
fi

if ! command -v "${CC:-cc}" >/dev/null 2>&1; then
    need "a C compiler" "apt install build-essential" "dnf install gcc" "xcode-select --install"
fi

has_openssl() {
    [ -n "${OPENSSL_DIR:-}" ] || [ -e /usr/include/openssl/ssl.h ] || pkg-config --exists openssl 2>/dev/null ||
        [ -d "$(brew --prefix openssl@3 2>/dev/null || echo /nowhere)" ]
}
if ! has_openssl; then
    need "OpenSSL's headers (the bank gateway's signatures)" "apt install libssl-dev pkg-config" "dnf install openssl-devel" "brew install openssl@3"
fi

if [ -n "$missing" ]; then
    printf 'This is missing:\n%s\n' "$missing" >&2
    exit 1
fi

#!/bin/sh
# Writes core-wasm/pkg/declared, data that the app uses before it loads the rules. Does nothing if no source is newer.
# SERVER is the process of cargo that builds the example, too (`make run`).
set -eu
cd "$(dirname "$0")/.."

example=target/debug/examples/declared
folder=core-wasm/pkg/declared

is_new() { # is_new FILE: whether the file exists and no source is newer
    [ -f "$1" ] && [ -z "$(find core/src core/examples/declared.rs core/Cargo.toml Cargo.toml Cargo.lock rust-toolchain.toml \
        -newer "$1" -print)" ]
}

if is_new "$folder/public.json"; then
    exit 0
fi
if [ -n "${SERVER:-}" ]; then
    # Core is built long before the server.
    while ! is_new "$example" && kill -0 "$SERVER" 2>/dev/null; do sleep 1; done
fi
# With the features that the server uses, so that both share the crates.
is_new "$example" || cargo build --example declared
"$example" "$folder"

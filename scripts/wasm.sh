#!/bin/sh
# Builds core-wasm/pkg/rules, forms, sheet, finance, accounting, exports and packs, the rules as WebAssembly, and
# core-wasm/pkg/declared, data that the app uses before it loads them. Does nothing if no source is newer than the packages.
# WASM_QUICK=1 builds them unoptimised, for `make run`; without it unoptimised packages are built again. WITH_SERVER=1 builds the
# server at the same time.
set -eu
cd "$(dirname "$0")/.."

WASM_PACK=0.15.1
# The command's version must equal the library's.
WASM_BINDGEN=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p;}' Cargo.lock)
built=core-wasm/pkg/rules/gridbill_core_bg.wasm
# Exists while the packages are unoptimised.
quick=core-wasm/pkg/quick

say() { printf 'wasm: %s\n' "$*"; }

if [ -f "$built" ] && { [ -n "${WASM_QUICK:-}" ] || [ ! -f "$quick" ]; } && [ -z "$(find core/src core/examples/declared.rs core/Cargo.toml core-wasm/src core-wasm/Cargo.toml Cargo.toml Cargo.lock \
    rust-toolchain.toml scripts/wasm.sh scripts/strip-names.mjs scripts/close-requests.mjs -newer "$built" -print)" ]; then
    exit 0
fi

# A failed build must not leave a package that looks up to date.
rm -f "$built"
# The example uses the server's features, so that both share the crates. The server is mostly one crate, which leaves a processor
# free: with `make run` it is built at the same time as the packages.
if [ -n "${WITH_SERVER:-}" ]; then
    say "building the server at the same time (the first time takes some minutes)"
    cargo build --bins --example declared &
    native=$!
else
    cargo build --example declared
    native=
fi
. scripts/tool.sh
# The command needs no network: without its download features it builds in half the time.
tool wasm-bindgen-cli wasm-bindgen "$WASM_BINDGEN" --no-default-features
tool wasm-pack wasm-pack "$WASM_PACK"
rm -rf "$tools/build"
if command -v rustup >/dev/null 2>&1 && ! rustup target list --installed | grep -qx wasm32-unknown-unknown; then
    say "adding the wasm32-unknown-unknown target"
    rustup target add wasm32-unknown-unknown
fi
# `rules` is for all pages, `forms` for pages with forms, `sheet` for workers that read workbooks, `finance` for pages about findings and the
# approval policy, `accounting` for pages about cost centres and for plans of several payments, `exports` for pages
# about accounting, `packs` for the page that verifies audit packs.
build() { # build PACKAGE PROFILE FEATURES
    package=$1
    RUST_LOG=warn wasm-pack --quiet build core-wasm --target bundler --mode no-install --no-pack --no-opt \
        --out-dir "pkg/$package" --out-name gridbill_core --profile "$2" -- --no-default-features --features "$3" || return 1
    wasm=core-wasm/pkg/$package/gridbill_core_bg.wasm
    node scripts/strip-names.mjs "$wasm" || return 1
    node scripts/close-requests.mjs "core-wasm/pkg/$package/gridbill_core.d.ts" || return 1
    say "$package: $(wc -c <"$wasm") bytes, $(gzip -9c "$wasm" | wc -c) gzipped"
}
failed=
if [ -n "${WASM_QUICK:-}" ]; then
    # Size does not matter here, so core is compiled once, and each package has everything.
    say "building core-wasm/pkg/rules, and copies of it as core-wasm/pkg/forms, sheet, finance, accounting, exports and packs"
    build rules wasm-quick rules,forms,sheet,finance,accounting,exports,packs || failed=yes
    for package in forms sheet finance accounting exports packs; do
        rm -rf "core-wasm/pkg/$package"
        cp -R core-wasm/pkg/rules "core-wasm/pkg/$package" || failed=yes
    done
else
    # Each build uses one processor, so two run at the same time.
    say "building core-wasm/pkg/sheet, finance, accounting, forms, exports, packs and rules"
    { build sheet wasm-sheet sheet && build finance wasm finance && build accounting wasm accounting && build forms wasm forms; } &
    sheet=$!
    { build rules wasm rules && build exports wasm exports && build packs wasm packs; } &
    rules=$!
    wait "$sheet" || failed=yes
    wait "$rules" || failed=yes
fi
[ -z "$failed" ] || { rm -f "$built"; exit 1; }
[ -z "$native" ] || wait "$native" || { rm -f "$built"; exit 1; }
say "writing core-wasm/pkg/declared"
target/debug/examples/declared core-wasm/pkg/declared
if [ -n "${WASM_QUICK:-}" ]; then touch "$quick"; else rm -f "$quick"; fi
touch "$built"

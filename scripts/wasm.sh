#!/bin/sh
# Builds core-wasm/pkg/rules, forms, sheet, finance, accounting, exports and packs, the rules as WebAssembly, and
# core-wasm/pkg/declared. Does nothing if no source is newer than the packages.
# WASM_QUICK=1 builds them unoptimised, for `make run`; without it unoptimised packages are built again.
set -eu
cd "$(dirname "$0")/.."

WASM_PACK=0.15.1
built=core-wasm/pkg/rules/gridbill_core_bg.wasm
# Exists while the packages are unoptimised.
quick=core-wasm/pkg/quick

say() { printf 'wasm: %s\n' "$*"; }

is_built() {
    [ -f "$built" ] && { [ -n "${WASM_QUICK:-}" ] || [ ! -f "$quick" ]; } && [ -z "$(find core/src core/Cargo.toml core-wasm/src \
        core-wasm/bindgen core-wasm/types core-wasm/Cargo.toml Cargo.toml Cargo.lock rust-toolchain.toml scripts/wasm.sh scripts/strip-names.mjs \
        scripts/close-requests.mjs -newer "$built" -print)" ]
}

finish() { # finish PACKAGE: after wasm-bindgen
    wasm=core-wasm/pkg/$1/gridbill_core_bg.wasm
    node scripts/strip-names.mjs "$wasm" || return 1
    node scripts/close-requests.mjs "core-wasm/pkg/$1/gridbill_core.d.ts" || return 1
    say "$1: $(wc -c <"$wasm") bytes, $(gzip -9c "$wasm" | wc -c) gzipped"
}

build() { # build PACKAGE PROFILE
    RUST_LOG=warn wasm-pack --quiet build core-wasm --target bundler --mode no-install --no-pack --no-opt \
        --out-dir "pkg/$1" --out-name gridbill_core --profile "$2" -- --no-default-features --features "$1" || return 1
    finish "$1"
}

# Size does not matter here, so core is compiled once, and each package has everything.
build_quickly() {
    say "building core-wasm/pkg/rules, and copies of it as core-wasm/pkg/forms, sheet, finance, accounting, exports and packs"
    cargo build --package gridbill-core-wasm --target wasm32-unknown-unknown --profile wasm-quick --all-features
    wasm-bindgen target/wasm32-unknown-unknown/wasm-quick/gridbill_core_wasm.wasm --out-dir core-wasm/pkg/rules --out-name gridbill_core
    finish rules
    for package in forms sheet finance accounting exports packs; do
        rm -rf "core-wasm/pkg/$package"
        cp -R core-wasm/pkg/rules "core-wasm/pkg/$package"
    done
    touch "$quick"
}

# `rules` is for all pages, `forms` for pages with forms, `sheet` for workers that read workbooks, `finance` for pages about findings and the
# approval policy, `accounting` for pages about cost centres and for plans of several payments, `exports` for pages
# about accounting, `packs` for the page that verifies audit packs.
build_as_served() {
    . scripts/tool.sh
    tool wasm-pack wasm-pack "$WASM_PACK"
    rm -rf "$tools/build"
    # Each build uses one processor, so two run at the same time.
    say "building core-wasm/pkg/sheet, finance, accounting, forms, exports, packs and rules"
    { build sheet wasm-sheet && build finance wasm && build accounting wasm && build forms wasm; } &
    sheet=$!
    failed=
    { build rules wasm && build exports wasm && build packs wasm; } || failed=yes
    wait "$sheet" || failed=yes
    [ -z "$failed" ] || { rm -f "$built"; exit 1; }
    rm -f "$quick"
}

if ! is_built; then
    # A failed build must not leave a package that looks up to date.
    rm -f "$built"
    if command -v rustup >/dev/null 2>&1 && ! rustup target list --installed | grep -qx wasm32-unknown-unknown; then
        say "adding the wasm32-unknown-unknown target"
        rustup target add wasm32-unknown-unknown
    fi
    # The workspace's own command wasm-bindgen. It has the profile of the quick packages, because cargo builds one thing at a time of a
    # profile, and `make run` builds the server meanwhile.
    cargo build --package gridbill-bindgen --profile wasm-quick
    ln -sf gridbill-bindgen target/wasm-quick/wasm-bindgen
    PATH=$PWD/target/wasm-quick:$PATH
    if [ -n "${WASM_QUICK:-}" ]; then build_quickly; else build_as_served; fi
    touch "$built"
fi
sh scripts/declared.sh

#!/bin/sh
# Writes the bills of materials as CycloneDX 1.5 JSON into target/sbom: gridbill.cdx.json, the crates of the program;
# rules.cdx.json, the crates of the rules in the browser; app.cdx.json, the packages of the app. Dependencies that are only for
# builds and tests are omitted.
set -eu
cd "$(dirname "$0")/.."
. scripts/tool.sh

tool cargo-cyclonedx cargo-cyclonedx 0.5.9 --locked
mkdir -p target/sbom
# The tool can only write its files next to every Cargo.toml of the workspace.
forget() { rm -f core/*.cdx.json core-wasm/*.cdx.json core-wasm/*/*.cdx.json server/*.cdx.json; }
trap forget EXIT

crates() { # crates FILE NAME [ARGUMENT...]: writes FILE as target/sbom/NAME.cdx.json
    file=$1 name=$2
    shift 2
    cargo cyclonedx --quiet --format json --spec-version 1.5 --no-build-deps "$@"
    mv "$file" "target/sbom/$name.cdx.json"
    forget
}
crates server/gridbill-server.cdx.json gridbill
crates core-wasm/gridbill-core-wasm.cdx.json rules --target wasm32-unknown-unknown --all-features
npm --prefix app sbom --sbom-format cyclonedx --omit dev --package-lock-only --loglevel=error >target/sbom/app.cdx.json

for name in gridbill rules app; do
    # shellcheck disable=SC2016
    node -e '
        const { bomFormat, components } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))
        if (bomFormat !== "CycloneDX" || !(components?.length > 0)) throw new Error(`${process.argv[1]} lists nothing`)
        console.log(`sbom: ${process.argv[1]}: ${components.length} components`)
    ' "target/sbom/$name.cdx.json"
done

#!/bin/sh
# Fuzzes every parser of untrusted input. FUZZ_SECONDS for each target (60), FUZZ_TARGETS for some targets only. Findings are in
# target/fuzz/artifacts, the corpus in target/fuzz/corpus, where the next run continues. No sanitizer is used, so the pinned compiler is
# enough: `unsafe_code` is forbidden, which excludes what sanitizers detect, and panics are found without them.
set -eu
cd "$(dirname "$0")/../.."
. scripts/tool.sh

tool cargo-fuzz cargo-fuzz 0.13.2 --locked
export SQLX_OFFLINE=true
# The versions that the portal uses. Cargo adds the two packages that only the targets need.
cp Cargo.lock proofs/fuzz/Cargo.lock
targets=${FUZZ_TARGETS:-workbook declaration bank_statement feed fpx cursor request}

# The targets that need the server, too.
features() {
    ! grep -q 'gridbill::' "proofs/fuzz/fuzz_targets/$1.rs" || echo --features server
}

# The initial inputs of a target, in addition to its corpus.
seeds() {
    case $1 in
    workbook) echo target/fuzz/seeds/sheets ;;
    declaration) echo target/fuzz/seeds/declarations ;;
    bank_statement) echo proofs/fuzz/bank_statement fixtures/bank_statements target/fuzz/seeds/sheets ;;
    feed) echo fixtures/feed ;;
    *) echo "target/fuzz/seeds/$1" ;;
    esac
}

# Fixtures with several files in one, and seeds.txt: a line for each input, with its target.
# shellcheck disable=SC2016
node -e '
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs")
for (const kind of ["sheets", "declarations"]) {
  mkdirSync(`target/fuzz/seeds/${kind}`, { recursive: true })
  for (const [name, { file }] of Object.entries(JSON.parse(readFileSync(`fixtures/${kind}.json`, "utf8"))))
    writeFileSync(`target/fuzz/seeds/${kind}/${name}`, Buffer.from(file, "hex"))
}
for (const [place, line] of readFileSync("proofs/fuzz/seeds.txt", "utf8").trimEnd().split("\n").entries()) {
  const [target, ...input] = line.split(" ")
  mkdirSync(`target/fuzz/seeds/${target}`, { recursive: true })
  writeFileSync(`target/fuzz/seeds/${target}/${place}`, input.join(" "))
}'

for target in $targets; do
    corpus=target/fuzz/corpus/$target artifacts=target/fuzz/artifacts/$target
    mkdir -p "$corpus" "$artifacts"
    echo "fuzz: $target for ${FUZZ_SECONDS:-60} s"
    # shellcheck disable=SC2046
    cargo fuzz run --fuzz-dir proofs/fuzz --sanitizer none --target-dir target/fuzz/build $(features "$target") "$target" "$corpus" $(seeds "$target") -- \
        -max_total_time="${FUZZ_SECONDS:-60}" -max_len=65536 -timeout=20 -rss_limit_mb=1024 -verbosity=0 \
        -print_final_stats=1 -artifact_prefix="$artifacts/"
done

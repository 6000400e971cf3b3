#!/bin/sh
# release.sh VERSION: releases what is on main. Gives the version to the crates, the app, the changelog and the names of images,
# runs the whole gate and all sweeps, commits, tags, and builds the image and the bills of materials. It pushes nothing.
# A failed check leaves the changed files uncommitted: `git restore .` takes them back.
set -eu
cd "$(dirname "$0")/.."

say() { printf 'release: %s\n' "$*"; }
refuse() {
    printf 'release: %s\n' "$*" >&2
    exit 1
}

version=${1:-}
old=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml)
printf '%s\n' "$version" | grep -qxE '[0-9]+\.[0-9]+\.[0-9]+' || refuse "give the version as in: make release VERSION=1.2.3 (now $old)"
[ "$(printf '%s\n%s\n' "$old" "$version" | sort -V | tail -1)" = "$version" ] && [ "$old" != "$version" ] ||
    refuse "$version is not after $old"
[ "$(git branch --show-current)" = main ] || refuse "the branch is not main"
[ -z "$(git status --porcelain)" ] || refuse "the tree has changes that are not committed"
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || refuse "the tag v$version exists"
grep -qx '## Unreleased' CHANGELOG.md || refuse "CHANGELOG.md has no section Unreleased"

say "$old becomes $version"
sed -i "s/^version = \"$old\"$/version = \"$version\"/" Cargo.toml
cargo update --quiet --workspace --offline
npm --prefix app version --no-git-tag-version "$version" >/dev/null
sed -i "s/gridbill\([-:]\)$old/gridbill\1$version/g" docs/operations.md
sed -i "s/GRIDBILL_VERSION:-$old/GRIDBILL_VERSION:-$version/" deploy/compose.yml deploy/compose.demo.yml
sed -i "s/^## Unreleased$/## Unreleased\n\nNothing yet.\n\n## $version, $(date +%F)/" CHANGELOG.md

.ci/run
make e2e-all
git commit --quiet --all --message "release: $version" --message "What changes for operators, users and clients is in CHANGELOG.md."
git tag --annotate "v$version" --message "Gridbill $version"
make image sbom
say "v$version is committed and tagged; the image is target/image, the bills of materials are target/sbom"

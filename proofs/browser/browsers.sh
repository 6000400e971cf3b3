#!/bin/sh
# Does the main job in Firefox ESR and WebKitGTK, on a new demo (browsers.spec.ts). Debian has both; one that is not installed is skipped.
# PORT is the first of four ports.
set -eu
cd "$(dirname "$0")/../.."

mkdir -p target/browsers
ln -sfn ../../app/node_modules proofs/browser/node_modules
cd app
GRIDBILL_E2E_PORT=${PORT:-8217} npx playwright test --config ../proofs/browser/portal.config.ts browsers

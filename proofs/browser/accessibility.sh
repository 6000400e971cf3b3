#!/bin/sh
# Looks at 20 screens of a new demo with two more accessibility engines (accessibility.spec.ts). They come from npm; without it, it says so
# and stops. PORT is the first of four ports.
set -eu
cd "$(dirname "$0")/../.."

work=$PWD/target/accessibility-engines
mkdir -p "$work"
cp proofs/browser/accessibility/package.json "$work/"
if ! npm install --prefix "$work" --no-audit --no-fund --loglevel error; then
    echo "accessibility-engines: SKIPPED: npm does not answer"
    exit 0
fi
ln -sfn ../../app/node_modules proofs/browser/node_modules
cd app
GRIDBILL_E2E_PORT=${PORT:-8213} npx playwright test --config ../proofs/browser/portal.config.ts accessibility

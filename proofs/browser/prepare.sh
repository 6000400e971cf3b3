#!/bin/sh
# Installs what the measurements in this folder import. Playwright is the app's: a second copy of it refuses to load the tests.
set -eu
cd "$(dirname "$0")"

npm install --no-audit --no-fund --loglevel=error
mkdir -p node_modules/@playwright
ln -sfn ../../../../app/node_modules/@playwright/test node_modules/@playwright/test

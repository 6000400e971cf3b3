#!/bin/sh
# Installs what the measurements in this folder import. They share the app's packages, because a second copy of React or of
# Playwright next to the app's own does not work.
set -eu
cd "$(dirname "$0")"

ln -sfn ../../app/node_modules node_modules
npm --prefix sheetjs install --no-audit --no-fund --loglevel=error

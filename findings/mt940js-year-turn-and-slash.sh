#!/bin/sh
# mt940js 1.3.5 (npm): around New Year an entry date of an MT940 statement is a year off, and a slash cuts a reference.
#
# 1. Field 61 has a value date with a year and an entry date of month and day only (SWIFT Standards MT, MT940, subfields 1 and 2). A
#    reader has to choose the year that brings the entry date nearest to the value date. mt940js takes the year of the value date: money
#    with the value date 31 December 2026 that was booked on 2 January reads as booked on 2 January 2026, and money with the value date
#    2 January 2027 that was booked on 31 December reads as booked on 31 December 2027.
# 2. The account owner's reference has up to 16 characters of set x, which has the slash; only `//` ends it. mt940js ends it at the first
#    slash. It then loses the bank's reference and the supplementary details, too, and reports no error.
# Seen: entry dates 2026-01-02 and 2027-12-31; `INV/2026/11//BANK1` reads as reference INV without a bank reference.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --no-save --prefix . mt940js@1.3.5
cat >read.js <<'JS'
const assert = require('node:assert');
const { Parser } = require('mt940js');

const lines = [
    ':20:STATEMENT',
    ':25:5140012345',
    ':28C:1/1',
    ':60F:C261230MYR1000,00',
    ':61:2612310102C100,00NTRFINV/2026/11//BANK1',
    'COUNTER DEPOSIT',
    ':61:2701021231C50,00NTRFINV202612//BANK2',
    'COUNTER DEPOSIT',
    ':62F:C270102MYR1150,00',
    '',
];
const [statement] = new Parser().parse(lines.join('\n'));
const read = statement.transactions.map((line) => ({
    value: line.date.toISOString().slice(0, 10),
    entry: line.entryDate.toISOString().slice(0, 10),
    reference: line.reference,
    bank: line.bankReference,
    details: line.extraDetails,
}));
console.log(read);
assert.deepEqual(read, [
    { value: '2026-12-31', entry: '2026-01-02', reference: 'INV', bank: '', details: '' },
    { value: '2027-01-02', entry: '2027-12-31', reference: 'INV202612', bank: 'BANK2', details: 'COUNTER DEPOSIT' },
], 'the behaviour changed');
JS
node read.js

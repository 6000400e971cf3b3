#!/bin/sh
# ofx-data-extractor 1.5.0 (npm): a refund to a card reads as money out, and a file with two accounts cannot be read.
#
# 1. `TRNTYPE` POS and ATM stand for both directions; the sign of `TRNAMT` tells which (OFX 2.2, transaction types of `STMTTRN`, "depends
#    on signage of amount"). ofx-data-extractor counts these types as debits with any sign. A refund of 50.00 is a debit in
#    `toNormalized()`, and `getTransactionsSummary()` adds it to the money out.
# 2. `BANKMSGSRSV1` has one `STMTTRNRS` for each account (OFX 2.2, chapter on banking). The package replaces everything from the first
#    transaction of the file to its last by one list. With two accounts the result is no JSON, and a SyntaxError is thrown.
# Seen: with +50.00 POS, -20.00 POS and +5.00 ATM: credit 0, debit 75. Two accounts: SyntaxError.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --no-save --prefix . ofx-data-extractor@1.5.0
cat >read.mjs <<'JS'
import assert from 'node:assert';
import { Ofx } from 'ofx-data-extractor';

const status = '<STATUS>\n<CODE>0\n<SEVERITY>INFO\n</STATUS>';
const transaction = ([type, amount, id]) =>
    `<STMTTRN>\n<TRNTYPE>${type}\n<DTPOSTED>20261120120000[8:MYT]\n<TRNAMT>${amount}\n<FITID>${id}\n<NAME>PAYEE ${id}\n</STMTTRN>`;
const account = (number, transactions) => `<STMTTRNRS>
<TRNUID>${number}
${status}
<STMTRS>
<CURDEF>MYR
<BANKACCTFROM>
<BANKID>1
<ACCTID>${number}
<ACCTTYPE>CHECKING
</BANKACCTFROM>
<BANKTRANLIST>
<DTSTART>20261101
<DTEND>20261130
${transactions.map(transaction).join('\n')}
</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>1000.00
<DTASOF>20261130
</LEDGERBAL>
</STMTRS>
</STMTTRNRS>`;
const file = (...accounts) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1>
<SONRS>
${status}
<DTSERVER>20261130
<LANGUAGE>ENG
</SONRS>
</SIGNONMSGSRSV1>
<BANKMSGSRSV1>
${accounts.join('\n')}
</BANKMSGSRSV1>
</OFX>`;

const lines = [['POS', '50.00', '1'], ['POS', '-20.00', '2'], ['ATM', '5.00', '3']];
const one = new Ofx(file(account('5140012345', lines)));
const { credit, debit } = one.getTransactionsSummary();
const directions = one.toNormalized().transactions.map((line) => `${line.amount} ${line.direction}`);
console.log(`credit ${credit}, debit ${debit}; ${directions.join(', ')}`);
assert.deepEqual([credit, debit], [0, 75], 'the sums changed');
assert.deepEqual(directions, ['50 debit', '-20 debit', '5 debit'], 'the directions changed');

const credits = (id) => [['CREDIT', '1.00', `${id}1`], ['CREDIT', '2.00', `${id}2`]];
assert.equal(new Ofx(file(account('5140012345', credits('a')))).getBankTransferList().length, 2, 'one account is not read');
const two = new Ofx(file(account('5140012345', credits('a')), account('5140067890', credits('b'))));
assert.throws(() => two.toJson(), (error) => {
    console.log(`two accounts: ${error.name}`);
    return error instanceof SyntaxError;
}, 'two accounts are read now');
JS
node read.mjs

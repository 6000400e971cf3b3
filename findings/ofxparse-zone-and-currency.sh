#!/bin/sh
# ofxparse 0.21 (PyPI): a local time of an OFX statement becomes another day, and a line's own currency is lost.
#
# 1. `DTPOSTED` 20261120013000[8:MYT] is half past one in the morning of 20 November in Malaysia. ofxparse converts it to UTC and
#    returns a time without zone: 19 November, 17:30. Every booking before 08:00 moves to the day before, and over a month's end to
#    the month before.
# 2. `<CURRENCY>` in a transaction says that its amount is in that currency and not in the statement's `CURDEF`; `<ORIGCURRENCY>`
#    would say that it was converted (OFX 1.6 and 2.2, chapter on currencies). ofxparse drops it: 10.50 US dollars read as 10.50 of a statement in ringgit.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install ofxparse==0.21
"$folder/python/bin/python" - <<'PYTHON'
import io
from datetime import datetime

from ofxparse import OfxParser

STATEMENT = b"""OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261120<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS>
<STMTRS><CURDEF>MYR<BANKACCTFROM><BANKID>1<ACCTID>5140012345<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120013000[8:MYT]<TRNAMT>1234.50<FITID>1<NAME>FIRST</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120120000[8:MYT]<TRNAMT>10.50<FITID>2<NAME>SECOND<CURRENCY><CURRATE>4.4<CURSYM>USD</CURRENCY></STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>"""
account = OfxParser.parse(io.BytesIO(STATEMENT)).account
first, second = account.statement.transactions
print(f'first: {first.date}, zone {first.date.tzinfo}')
print(f'second: {second.amount}, statement in {account.statement.currency}, fields {sorted(vars(second))}')
assert first.date == datetime(2026, 11, 19, 17, 30), 'the day changed'
assert not any('cur' in name.lower() for name in vars(second)), 'a currency is kept now'
PYTHON

#!/bin/sh
# mt-940 5.1.1 (PyPI): a reversal in field 61 of an MT940 statement has the wrong sign.
#
# Field 61 has one of four marks: C credit, D debit, RC reversal of credit (debit), RD reversal of debit (credit). mt-940 makes the
# amount of D negative. It leaves that of RC positive, so that a returned payment reads as money received, and the sum of the lines
# is not the difference of the statement's balances.
# Seen: D reads -100.00; RC reads 100.00 where the balances say -100.00.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install mt-940==5.1.1
"$folder/python/bin/python" - <<'PYTHON'
import mt940


def amount(mark, closing):
    statement = f""":20:STATEMENT
:25:5140012345
:28C:1/1
:60F:C261101MYR1000,00
:61:2611021102{mark}100,00NTRFREF1//BANK1
:62F:C261102MYR{closing},00
"""
    lines = mt940.models.Transactions()
    lines.parse(statement)
    moved = lines.data['final_closing_balance'].amount.amount - lines.data['final_opening_balance'].amount.amount
    (line,) = lines
    return line.data['amount'].amount, moved


seen = {mark: amount(mark, closing) for mark, closing in [('C', 1100), ('D', 900), ('RC', 900), ('RD', 1100)]}
for mark, (read, moved) in seen.items():
    print(f'{mark}: the line reads {read}, the balances moved by {moved}')
wrong = [mark for mark, (read, moved) in seen.items() if read != moved]
assert wrong == ['RC'], f'the behaviour changed: {wrong}'
PYTHON

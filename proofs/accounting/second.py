"""Reads the files of every accounting preset with readers of its own, and compares them with the documents that they must have.

CSV is read with Python's csv module. The text of SQL Account is read as its documentation says
(https://wiki.sql.com.my/wiki/SQL_Text_Import): records MASTER and DETAIL, fields separated by semicolons, dates DD/MM/YYYY, a document
number of at most 20 characters, a supplier code of at most 10, a description of at most 150. It shares no code with core.
"""

import csv
import datetime
import io
import json
import pathlib
import sys
from collections import defaultdict
from decimal import Decimal

FORMULA = tuple("=+-@\t\r\n＝＋－＠")
MASTER = "DOCNO DOCNOEX DOCDATE POSTDATE CODE TERMS DESCRIPTION AREA AGENT PROJECT CURRENCYRATE DOCAMT CANCELLED".split()
DETAIL = "DOCNO ACCOUNT DESCRIPTION PROJECT TAX TAXAMT TAXINCLUSIVE AMOUNT".split()


def fail(message):
    sys.exit(f"second reader: {message}")


def is_number(cell):
    try:
        Decimal(cell)
        return True
    except ArithmeticError:
        return False


def check_cells(name, cells):
    """No cell is taken for a formula by a spreadsheet program."""
    for cell in cells:
        if cell.startswith(FORMULA) and not is_number(cell) and cell.strip("-"):
            fail(f"{name} has a formula: {cell!r}")


def read_csv(path, has_headings, names=None):
    text = path.read_bytes().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    heading = rows.pop(0) if has_headings else names
    for row in rows:
        if len(row) != len(heading):
            fail(f"{path.name}: {len(row)} cells instead of {len(heading)}: {row}")
        check_cells(path.name, row)
    return [dict(zip(heading, row)) for row in rows]


def read_sql_account(path):
    documents = []
    for line in path.read_bytes().decode("cp1252").split("\r\n")[:-1]:
        kind, *fields, end = line.split(";")
        if end:
            fail(f"{path.name}: a record does not end with a separator: {line}")
        check_cells(path.name, fields)
        names = {"MASTER": MASTER, "DETAIL": DETAIL}.get(kind) or fail(f"unknown record {kind}")
        if len(fields) != len(names):
            fail(f"{path.name}: {kind} has {len(fields)} fields: {line}")
        record = dict(zip(names, fields))
        if len(record["DOCNO"]) > 20 or len(record["DESCRIPTION"]) > 150:
            fail(f"{path.name}: a field is too long: {line}")
        if kind == "MASTER":
            if len(record["CODE"]) > 10 or len(record["PROJECT"]) > 20:
                fail(f"{path.name}: a field is too long: {line}")
            datetime.datetime.strptime(record["DOCDATE"], "%d/%m/%Y")
            documents.append((record, []))
        elif not documents or documents[-1][0]["DOCNO"] != record["DOCNO"]:
            fail(f"{path.name}: a DETAIL follows another document: {line}")
        else:
            documents[-1][1].append(record)
    return documents


def expected_lines(documents, with_counter=False, sign=1):
    lines = defaultdict(list)
    for document in documents:
        counter = [document["counterLine"]] if with_counter else []
        for line in document["lines"] + counter:
            row = (line["ledgerAccount"], line.get("costCentre", ""), sign * Decimal(line["amount"]))
            lines[document["documentNo"]].append(row)
    return lines


def compare(name, found, expected):
    if dict(found) != dict(expected):
        wrong = next(key for key in sorted({*found, *expected}) if found.get(key) != expected.get(key))
        fail(f"{name}: document {wrong}: {found.get(wrong)} instead of {expected.get(wrong)}")


def main(folder):
    counts = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        given = json.loads((path / "expected.json").read_text())
        draft, documents = given["draft"], given["documents"]
        invoices = [one for one in documents if Decimal(one["amount"]) >= 0]
        credit_notes = [one for one in documents if Decimal(one["amount"]) < 0]
        found = defaultdict(list)
        if path.name == "SqlAccount":
            for file, part, sign in ((f"{path.name}.txt", invoices, 1), (f"{path.name} credit notes.txt", credit_notes, -1)):
                found.clear()
                for master, details in read_sql_account(path / file):
                    total = sum((Decimal(detail["AMOUNT"]) for detail in details), Decimal())
                    if total != Decimal(master["DOCAMT"]) or total < 0:
                        fail(f"{file}: document {master['DOCNO']} says {master['DOCAMT']}, its lines {total}")
                    for detail in details:
                        row = (detail["ACCOUNT"], detail["PROJECT"], Decimal(detail["AMOUNT"]))
                        found[detail["DOCNO"]].append(row)
                compare(file, found, expected_lines(part, sign=sign))
        elif path.name == "Journal":
            balance = defaultdict(Decimal)
            for row in read_csv(path / "Journal.csv", True):
                amount = Decimal(row["Debit"] or "0") - Decimal(row["Credit"] or "0")
                balance[row["Document"]] += amount
                found[row["Document"]].append((row["Account"], row["Cost centre"], amount))
            if any(balance.values()):
                fail("a document of the journal does not balance")
            compare(path.name, found, expected_lines(documents, with_counter=True))
        elif path.name == "XeroBills":
            for row in read_csv(path / "XeroBills.csv", True):
                datetime.datetime.strptime(row["*InvoiceDate"], "%d/%m/%Y")
                amount = Decimal(row["*UnitAmount"]) * int(row["*Quantity"])
                found[row["*InvoiceNumber"]].append((row["*AccountCode"], row["TrackingOption1"], amount))
            compare(path.name, found, expected_lines(documents))
        else:
            for row in read_csv(path / f"{path.name}.csv", True):
                found[row["Document"]].append((row["Account"], row["Cost centre"], Decimal(row["Amount"])))
            compare(path.name, found, expected_lines(documents))
        counts[path.name] = len(documents)
    if len(counts) != 4:
        fail(f"only {sorted(counts)} were read")
    print("second reader: " + ", ".join(f"{name} {count} documents" for name, count in counts.items()) + ": all agree")


main(sys.argv[1])

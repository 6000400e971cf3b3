"""Reads the workbooks of statements with openpyxl and hledger, and compares the figures.

A workbook becomes CSV: the opening balance of each account, its entries, its closing balance. hledger makes a journal of it, in which
each entry asserts the balance of its account, because it checks assertions of journals and not those of CSV. So it refuses a file
with an entry that is missing, too much, or has another amount. Then it adds up the entries by kind and account, and the sums must
be those of the workbook.
"""

import csv
import datetime
import pathlib
import subprocess
import sys
from collections import Counter, defaultdict
from decimal import Decimal

from openpyxl import load_workbook

# The columns of the second sheet, and hledger's account for each. Amounts of the workbook have the sign with which they change the balance.
COLUMNS = {
    "Opening balance (RM)": "opening",
    "Bills (RM)": "bills",
    "Payments in the portal (RM)": "portal",
    "Payments outside the portal (RM)": "outside",
    "Payments taken back (RM)": "taken back",
    "Credits (RM)": "credits",
}
KINDS = {
    "Bill",
    "Bill with a credit",
    "Payment in the portal",
    "Payment outside the portal",
    "Credit of an overpayment",
    "Payment taken back",
}


def fail(message):
    sys.exit(f"statements-reader: {message}")


def money(value):
    return Decimal(str(value or 0)).quantize(Decimal("0.01"))


def table(sheet):
    heading, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(heading, row)) for row in rows]


class Statement:
    def __init__(self, path):
        book = load_workbook(path, read_only=True)
        summary, accounts, entries = (book.worksheets[place] for place in range(3))
        self.name = path.stem
        self.summary = {name: value for name, value, *_ in summary.iter_rows(values_only=True)}
        *self.accounts, self.total = table(accounts)
        self.entries = table(entries)
        self.first, self.last = (self.summary[name].date() for name in ("From", "To"))

    def write(self, path, change=None):
        rows = []
        for account in self.accounts:
            opening = money(account["Opening balance (RM)"])
            rows.append((self.first, account["Account number"], "Opening balance", "", opening, opening))
        entries = [
            (entry["Date"].date(), entry["Account number"], entry["Entry"], entry["Number"], money(entry["Amount (RM)"]), money(entry["Balance of the account (RM)"]))
            for entry in self.entries
        ]
        if change is not None:
            day, account, kind, number, amount, balance = entries[change]
            entries[change] = (day, account, kind, number, amount + Decimal("0.01"), balance)
        # hledger reads the rows of a file by date.
        rows += sorted(entries, key=lambda entry: entry[0])
        for account in self.accounts:
            rows.append((self.last, account["Account number"], "Closing balance", "", Decimal("0.00"), money(account["Closing balance (RM)"])))
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(("date", "customer", "kind", "number", "amount", "balance"))
            writer.writerows(rows)


def hledger(path, *arguments):
    return subprocess.run(["hledger", "--file", path, *arguments], capture_output=True, text=True, check=False)


def journal(path, rules):
    done = hledger(path, "--rules-file", rules, "print")
    if done.returncode != 0:
        fail(f"{path.name}: {done.stderr}")
    made = path.with_suffix(".journal")
    made.write_text(done.stdout)
    return made


def balances(path, *arguments):
    """The balance of each account, by hledger."""
    done = hledger(path, "balance", "--flat", "--empty", "--no-total", "--output-format", "csv", *arguments)
    if done.returncode != 0:
        fail(f"{path.name}: {done.stderr}")
    rows = list(csv.reader(done.stdout.splitlines()))[1:]
    return {name: Decimal(amount.replace("RM", "").replace(",", "")) for name, amount in rows}


def same(what, found, expected):
    if found != expected:
        fail(f"{what}: {found} by hledger, {expected} in the workbook")


def check(statement, folder, rules):
    path = folder / f"{statement.name}.csv"
    statement.write(path)
    kinds = Counter(entry["Entry"] for entry in statement.entries)
    if not set(kinds) <= KINDS:
        fail(f"{statement.name}: unknown entries {set(kinds) - KINDS}")
    path = journal(path, rules)
    found = balances(path)
    for account in statement.accounts:
        number = account["Account number"]
        same(f"{statement.name}: account {number}", found.get(f"receivable:{number}", Decimal()), money(account["Closing balance (RM)"]))
    # The other side of each entry has the opposite sign.
    for column, name in COLUMNS.items():
        sums = -found.get(name, Decimal())
        same(f"{statement.name}: {column}", sums, money(statement.total[column]))
        same(f"{statement.name}: {column}", sums, money(statement.summary[column]))
    closing = sum((amount for name, amount in found.items() if name.startswith("receivable:")), Decimal())
    same(f"{statement.name}: the closing balance", closing, money(statement.summary["Closing balance (RM)"]))
    same(f"{statement.name}: the sum of the columns", closing, sum(money(statement.total[column]) for column in COLUMNS))
    # hledger refuses a file in which one sen of one entry is wrong.
    changed = folder / "changed.csv"
    statement.write(changed, change=len(statement.entries) // 2)
    if "balance assertion" not in hledger(journal(changed, rules), "balance").stderr:
        fail(f"{statement.name}: hledger accepts an entry that is a sen too high")
    contained = sum(money(entry["Earlier charges on bills (RM)"]) for entry in statement.entries)
    same(f"{statement.name}: what bills contain", contained, money(statement.summary["Earlier charges on bills (RM)"]))
    shown = ", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items()))
    print(f"statements-reader: {statement.name}: {len(statement.accounts)} accounts, {sum(kinds.values())} entries ({shown})")
    sums = " ".join(f"{name} {money(statement.total[column])}" for column, name in COLUMNS.items())
    print(f"statements-reader: {statement.name}: {sums} closing {closing}; earlier charges {contained}")
    return path, kinds


def main(folder, rules):
    folder = pathlib.Path(folder)
    year, month, group = (Statement(folder / f"{name}.xlsx") for name in ("company-12", "company-1", "group-12"))
    path, kinds = check(year, folder, rules)
    for kind in KINDS - set(kinds):
        fail(f"the company's statement has no entry {kind!r}")
    check(month, folder, rules)
    check(group, folder, rules)
    # The month opens with what hledger counts in the year before it, account by account.
    before = defaultdict(Decimal, balances(path, "--end", month.first.isoformat(), "receivable"))
    for account in month.accounts:
        number = account["Account number"]
        same(f"account {number} on {month.first}", before[f"receivable:{number}"], money(account["Opening balance (RM)"]))
    # The group's accounts have the same lines in the company's statement.
    lines = {account["Account number"]: account for account in year.accounts}
    for account in group.accounts:
        if {**account} != {**lines[account["Account number"]]}:
            fail(f"group and company differ in account {account['Account number']}")
    version = subprocess.run(["hledger", "--version"], capture_output=True, text=True, check=True).stdout.split(",")[0]
    print(f"statements-reader: {version} and the workbooks agree in every balance, sum and entry")


main(*sys.argv[1:])

"""Recomputes bills of the demo with tariff-core, an engine that others wrote, and compares every line with the bill audit.

The first argument is the file that the test `bills_for_the_second_engine` wrote. The prices below are copied by hand from
docs/domain/demo.md#prices, so that a wrong price in the demo's table is found as well. Only the month's fuel adjustment comes from
the file.

tariff-core knows three charges in another form, so they are passed to it like this:
- a charge for a month: tariff-core divides it by days of a year, and our tariffs charge whole months. It gets a charge for a day.
- the renewable fund: tariff-core has no surcharge in percent. It gets a discount of that percentage.
- peak and off-peak energy: our bills have two registers. It gets one interval at a peak hour and one at an off-peak hour.
"""

import json
import sys
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from zoneinfo import ZoneInfo

from tariff_core import BillingPeriod, Interval, bill, parse_plan, validate_plan

ZONE = "Asia/Kuala_Lumpur"
SEN = Decimal("0.01")
# Energy by block in sen for a kWh; capacity and network by unit; retail in ringgit a month; the fuel adjustment until 30 June 2025.
TARIFFS = {
    "Low Voltage General": {
        "energy": {None: "27.03"},
        "capacity": ("kWh", "8.83"),
        "network": ("kWh", "14.82"),
        "retail": "20",
    },
    "Low Voltage Time-of-Use": {
        "energy": {"peak": "28.52", "offPeak": "24.43"},
        "capacity": ("kWh", "8.83"),
        "network": ("kWh", "14.82"),
        "retail": "20",
    },
    "Medium Voltage General": {
        "energy": {None: "29.83"},
        "capacity": ("kW", "29.43"),
        "network": ("kW", "59.84"),
        "retail": "200",
    },
    "Medium Voltage Time-of-Use": {
        "energy": {"peak": "31.32", "offPeak": "27.23"},
        "capacity": ("kW", "30.19"),
        "network": ("kW", "66.87"),
        "retail": "200",
    },
    "Low Voltage Commercial (until 30 June 2025)": {"energy": {"first": "43.50", "second": "50.90"}, "afa": "3.70"},
    "Medium Voltage Commercial (until 30 June 2025)": {
        "energy": {None: "36.50"},
        "capacity": ("kW", "30.30"),
        "afa": "16.00",
    },
    "Medium Voltage Peak/Off-Peak (until 30 June 2025)": {
        "energy": {"peak": "36.50", "offPeak": "22.40"},
        "capacity": ("kW", "45.10"),
        "afa": "16.00",
    },
}
FUND = "1.6"
# kWh a month at the lower rate of the low-voltage tariff until 30 June 2025.
FIRST_BLOCK = 200
PEAK = [{"days": "weekdays", "time": ["14:00", "22:00"]}]


def ringgit(sen):
    return str(Decimal(sen) / 100)


def usage(kind, rate, **more):
    return {"kind": "usage", "label": kind, "rate": rate, **more}


class Segment:
    """The lines of a bill that one tariff has, with the plan that recomputes them."""

    def __init__(self, tariff, lines, share):
        self.tariff, self.lines = tariff, lines
        self.first, self.last = (date.fromisoformat(lines[0][1][end]) for end in ("from", "to"))
        # The keys of the components, in their order.
        self.keys, self.components = [], []
        # The part of the bill's period.
        self.share = share

    def quantity(self, kind, block=None):
        found = [line["priced"]["quantity"] for _, line in self.lines if (line["kind"], line["block"]) == (kind, block)]
        return sum((Decimal(quantity) for quantity in found), Decimal(0))

    def add(self, key, component):
        self.keys.append(key)
        self.components.append(component)

    def plan(self, prices):
        energy = prices["energy"]
        if "first" in energy:
            up_to = (FIRST_BLOCK * self.share).to_integral_value()
            tiers = [{"up_to": str(up_to), "rate": ringgit(energy["first"])}, {"rate": ringgit(energy["second"])}]
            self.add(("energy", "blocks"), {"kind": "usage", "blocks": {"period": "billing_period", "tiers": tiers}})
        else:
            for block, sen in energy.items():
                schedule = {"schedule": PEAK} if block == "peak" else {}
                self.add(("energy", block), usage("energy", ringgit(sen), **schedule))
        for kind in ("capacity", "network"):
            if kind in prices:
                unit, rate = prices[kind]
                if unit == "kWh":
                    self.add((kind, None), usage(kind, ringgit(rate), stack=True))
                else:
                    demand = {"method": "max_instant", "measure": "kW", "unit": "per_kw_per_month", "reset": "billing_period"}
                    self.add((kind, None), {"kind": "demand", "rate": rate, **demand})
        self.add(("afa", None), usage("afa", {"entity": "afa"}, stack=True))
        if "retail" in prices:
            day = Decimal(prices["retail"]) * self.quantity("retail") / self.days()
            self.add(("retail", None), {"kind": "fixed", "label": "supply", "unit": "per_day", "rate": str(day)})
        plan = parse_plan(
            {"commodity": "electricity", "currency": "MYR", "timezone": ZONE, "components": self.components}
        )
        assert not validate_plan(plan), validate_plan(plan)
        return plan

    def days(self):
        return (self.last - self.first).days + 1

    def intervals(self):
        """One interval at a peak hour and one at an off-peak hour of the first weekday."""
        weekday = next(day for day in (self.first + timedelta(days) for days in range(8)) if day.weekday() < 5)
        peak = self.quantity("energy", "peak")
        energy = sum((Decimal(line["priced"]["quantity"]) for _, line in self.lines if line["kind"] == "energy"), Decimal(0))
        for hour, quantity in ((15, peak), (4, energy - peak)):
            end = datetime(weekday.year, weekday.month, weekday.day, hour, tzinfo=ZoneInfo(ZONE))
            yield Interval(end, timedelta(hours=1), "general", "kWh", quantity, demand_kw=self.quantity("capacity"))

    def amounts(self, tariffs, fuel):
        """Computes the amount of each kind and block."""
        prices = tariffs[self.tariff]
        plan = self.plan(prices)
        first = datetime(self.first.year, self.first.month, self.first.day, tzinfo=ZoneInfo(ZONE))
        period = BillingPeriod(first, first + timedelta(days=self.days()))
        afa = Decimal(prices["afa"]) if "afa" in prices else fuel(self.last)
        result = bill(plan, self.intervals(), period=period, resolved_rates={"afa": afa / 100})
        assert not result.warnings, result.warnings
        amounts = {}
        for item in result.line_items:
            kind, block = self.keys[item.component_index]
            if block == "blocks":
                block = "first" if item.label.endswith("tier 1") else "second"
            amounts[kind, block] = -item.amount if item.type == "credit" else item.amount
        return amounts


def fund(base):
    """Computes the renewable fund on an amount in ringgit."""
    components = [usage("base", "1"), {"kind": "discount", "applies_to": ["all"], "percent": FUND}]
    plan = parse_plan({"commodity": "electricity", "currency": "MYR", "timezone": ZONE, "components": components})
    start = datetime(2025, 1, 1, tzinfo=ZoneInfo(ZONE))
    one = Interval(start + timedelta(hours=1), timedelta(hours=1), "general", "kWh", base)
    result = bill(plan, [one], period=BillingPeriod(start, start + timedelta(days=1)))
    return sum((item.amount for item in result.line_items if item.label == "Discount"), Decimal(0))


def recompute(one, tariffs, fuel):
    """Returns the amount of each line that has a price, by the line's number from 1."""
    period = one["period"]
    whole = (date.fromisoformat(period["last"]) - date.fromisoformat(period["first"])).days + 1
    segments = {}
    for number, line in enumerate(one["lines"], 1):
        if line["priced"] is not None and line["tariff"] is not None:
            segments.setdefault((line["tariff"], line["from"], line["to"]), []).append((number, line))
    amounts = {}
    for (tariff, _, _), lines in segments.items():
        segment = Segment(tariff, lines, Decimal(1))
        first_share = (Decimal(segment.days()) / whole).quantize(SEN)
        segment.share = first_share if len(segments) > 1 else Decimal(1)
        computed = segment.amounts(tariffs, fuel)
        for number, line in lines:
            amounts[number] = computed.get((line["kind"], line["block"]), Decimal(0))
    bases = (Decimal(line["amount"]) for line in one["lines"] if line["kind"] in ("energy", "capacity", "network"))
    base = sum(bases, Decimal(0))
    for number, line in enumerate(one["lines"], 1):
        if line["kind"] == "kwtbb":
            amounts[number] = fund(base)
    return {number: amount.quantize(SEN, ROUND_HALF_UP) for number, amount in amounts.items()}


def different(bills, tariffs, fuel):
    """Returns the lines on which the second engine differs from the bill, with its own amount."""
    found, lines, errors = {}, 0, []
    for one in bills:
        try:
            amounts = recompute(one, tariffs, fuel)
        except KeyError as error:
            errors.append(f"{one['invoiceNo']}: the tariff {error} is unknown")
            continue
        lines += len(amounts)
        for number, amount in amounts.items():
            if amount != Decimal(one["lines"][number - 1]["amount"]):
                found[one["invoiceNo"], number] = amount
    return found, lines, errors


def main(path):
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    bills = given["bills"]
    adjustments = [price for price in given["prices"] if price["kind"] == "afa" and price["tariff"] == ""]

    def fuel(day):
        (price,) = (price for price in adjustments if price["from"] <= day.isoformat() <= (price["to"] or "9999"))
        return Decimal(price["rate"])

    audit = {
        (one["invoiceNo"], line["line"]): Decimal(line["expectedAmount"]) for one in bills for line in one["mismatches"]
    }
    found, lines, errors = different(bills, TARIFFS, fuel)
    for key in sorted(found.keys() | audit.keys()):
        if found.get(key) != audit.get(key):
            errors.append(f"bill {key[0]}, line {key[1]}: tariff-core {found.get(key)}, the audit {audit.get(key)}")
    # One price is 0.01 sen too high. The comparison must find every line with that price and no other.
    tariff, block = "Low Voltage Time-of-Use", "peak"
    changed = json.loads(json.dumps({name: prices for name, prices in TARIFFS.items() if name == tariff}))
    changed[tariff]["energy"][block] = "28.53"
    wrong, _, _ = different(bills, {**TARIFFS, **changed}, fuel)
    of_price = {
        (one["invoiceNo"], number)
        for one in bills
        for number, line in enumerate(one["lines"], 1)
        if (line["kind"], line["block"], line["tariff"]) == ("energy", block, tariff) and Decimal(line["priced"]["quantity"]) >= 100
    }
    if wrong.keys() - found.keys() != of_price or not of_price:
        errors.append(f"a price that is 0.01 sen too high is found on {len(wrong) - len(found)} of {len(of_price)} lines")
    for error in errors:
        print(error)
    names = {one["tariff"] for one in bills}
    print(f"tariff-core: {len(bills)} bills, {len(names)} tariffs, {lines} lines recomputed, {len(found)} differ, as the audit says")
    print(f"tariff-core: with one price 0.01 sen too high, {len(of_price)} more lines differ")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

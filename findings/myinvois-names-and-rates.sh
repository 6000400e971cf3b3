#!/bin/sh
# myinvois 0.1.0 (PyPI): its e-invoice as XML escapes a name twice, and it rounds a rate per kWh to the sen.
#
# 1. `XmlEnvelopeBuilder` escapes each text and hands it to lxml, which escapes it again. "Tenaga & Kuasa" becomes
#    `Tenaga &amp;amp; Kuasa`, so a reader shows `Tenaga &amp; Kuasa`. XML 1.0, section 2.4, asks for one `&amp;`. The JSON form is right.
# 2. `PriceAmount` is a price per unit, and its type in UBL 2.1 is a decimal without a limit of digits. Both forms round it to two digits:
#    0.2703 ringgit per kWh becomes 0.27, and quantity times price is no longer the line's amount.
# 3. `IssueTime` ends with Z, which means UTC (XML Schema, dateTime). The comment of `issue_date_time` says UTC, but a time of another zone
#    is accepted and not converted: 01:30 in Malaysia becomes 01:30Z of the same day instead of 17:30Z of the day before.
# Seen: name `Tenaga &amp; Kuasa Sdn Bhd`; 1000 kWh at 0.27 with the amount 270.30; 2026-11-20 01:30:00Z.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install myinvois==0.1.0 pydantic==2.14.4 lxml==6.1.3 httpx==0.28.1 cryptography==50.0.2
"$folder/python/bin/python" - <<'PYTHON'
import json
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from myinvois import ubl
from myinvois.ubl.address import Country
from myinvois.ubl.builders.json import JsonEnvelopeBuilder
from myinvois.ubl.builders.xml import XmlEnvelopeBuilder

NAME = 'Tenaga & Kuasa Sdn Bhd'


def party(name):
    address = ubl.Address(
        city_name='Kuala Lumpur', country_subentity_code='14', country=Country(identification_code='MYS'),
        address_lines=[{'line': '1 Jalan Satu'}])
    return ubl.AccountingParty(party=ubl.Party(
        party_identifications=[ubl.PartyIdentification(id='C1234567890', scheme_id='TIN')], postal_address=address,
        legal_entity=ubl.LegalEntity(registration_name=name), contact=ubl.Contact(telephone='+60312345678')))


def exempt(amount):
    category = ubl.TaxCategory(id='06', tax_scheme=ubl.TaxScheme(id='OTH'))
    return ubl.TaxTotal(tax_amount='0', tax_sub_totals=[ubl.TaxSubTotal(taxable_amount=amount, tax_amount='0', tax_category=category)])


line = ubl.InvoiceLine(
    id='1', invoiced_quantity='1000', unit_code='KWH', line_extension_amount='270.30', tax_total=exempt('270.30'),
    item=ubl.Item(description='Energy', commodity_classifications=[
        ubl.CommodityClassification(item_classification_code='036', list_id='CLASS')]),
    price=ubl.Price(price_amount='0.2703'), item_price_extension=ubl.ItemPriceExtension(amount='270.30'))
invoice = ubl.Invoice(
    id='B1', issue_date_time=datetime(2026, 11, 20, 1, 30, tzinfo=timezone(timedelta(hours=8))),
    accounting_supplier_party=party(NAME), accounting_customer_party=party('Aina'), tax_total=exempt('270.30'),
    legal_monetary_total=ubl.LegalMonetaryTotal(
        line_extension_amount='270.30', tax_exclusive_amount='270.30', tax_inclusive_amount='270.30', payable_amount='270.30'),
    invoice_lines=[line])

root = ElementTree.fromstring(XmlEnvelopeBuilder(invoice).build_xml())
basic = '{urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2}'
name, quantity, price, day, time = (
    next(root.iter(basic + tag)).text for tag in ('RegistrationName', 'InvoicedQuantity', 'PriceAmount', 'IssueDate', 'IssueTime'))
(document,) = json.loads(JsonEnvelopeBuilder(invoice).build_json())['Invoice']
legal = document['AccountingSupplierParty'][0]['Party'][0]['PartyLegalEntity'][0]['RegistrationName'][0]['_']
json_price = document['InvoiceLine'][0]['Price'][0]['PriceAmount'][0]['_']
print(f'XML: name {name}, {quantity} kWh at {price}, issued {day} {time}')
print(f'JSON: name {legal}, at {json_price}')
assert legal == NAME, 'the JSON form has another name'
assert name == 'Tenaga &amp; Kuasa Sdn Bhd', 'the XML form has another name now'
assert (price, json_price) == ('0.27', 0.27), 'the price has more digits now'
assert Decimal(quantity) * Decimal(price) == 270, 'quantity times price changed'
assert (day, time) == ('2026-11-20', '01:30:00Z'), 'the time changed'
PYTHON

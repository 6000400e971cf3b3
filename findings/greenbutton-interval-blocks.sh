#!/bin/sh
# greenbutton-objects 2024.7.11 (PyPI): of the days of one Green Button entry it reads the first, and it refuses costs in ringgit.
#
# 1. A Green Button file is an Atom feed with resources of NAESB's ESPI. The `content` of an entry may have several `IntervalBlock`, one
#    for each day: the schema of the Green Button Alliance (atom.xsd of ESPI 3.3.1) has no limit, and @cityssm/green-button-parser 1.0.1
#    (npm) returns them as a list. greenbutton-objects takes the first and drops the others without an error.
# 2. `currency` is the numeric code of ISO 4217, for example 840 for US dollars. greenbutton-objects knows 0, 36, 124, 840 and 978. With
#    458, the Malaysian ringgit, the whole file is refused with a ValueError.
# Seen: of two days with 1000 and 2000 Wh, the Python package reads 1000, the other one both; 458 is not a valid CurrencyCode.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install greenbutton-objects==2024.7.11
(cd "$folder" && npm install --silent --no-audit --no-fund --ignore-scripts --no-save --prefix . @cityssm/green-button-parser@1.0.1)
cat >"$folder/feed.py" <<'PYTHON'
import sys

from greenbutton_objects.parse import parse_feed

FIRST_DAY = 1795104000


def entry(number, path, up, related, content):
    links = ''.join(f'<link rel="related" href="{address}"/>' for address in related)
    return f'''<entry><id>urn:uuid:00000000-0000-0000-0000-00000000000{number}</id><link rel="self" href="{path}"/>
<link rel="up" href="{up}"/>{links}<title>Office</title><content>{content}</content>
<published>2026-11-20T00:00:00Z</published><updated>2026-11-20T00:00:00Z</updated></entry>'''


def block(day, value):
    period = f'<duration>86400</duration><start>{FIRST_DAY + 86400 * day}</start>'
    return f'''<IntervalBlock xmlns="http://naesb.org/espi"><interval>{period}</interval>
<IntervalReading><timePeriod>{period}</timePeriod><value>{value}</value></IntervalReading></IntervalBlock>'''


def write(path, currency):
    point, reading = '/UsagePoint/1', '/UsagePoint/1/MeterReading/1'
    kind = f'''<ReadingType xmlns="http://naesb.org/espi"><currency>{currency}</currency>
<powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom></ReadingType>'''
    entries = [
        entry(1, point, '/UsagePoint', [f'{point}/MeterReading'],
              '<UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>0</kind></ServiceCategory></UsagePoint>'),
        entry(2, reading, f'{point}/MeterReading', [f'{reading}/IntervalBlock', '/ReadingType/1'],
              '<MeterReading xmlns="http://naesb.org/espi"/>'),
        entry(3, '/ReadingType/1', '/ReadingType', [], kind),
        entry(4, f'{reading}/IntervalBlock/1', f'{reading}/IntervalBlock', [], block(0, 1000) + block(1, 2000)),
    ]
    with open(path, 'w') as file:
        file.write(f'''<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:uuid:00000000-0000-0000-0000-000000000000</id>
<link rel="self" href="/"/><title>Feed</title><updated>2026-11-20T00:00:00Z</updated>{''.join(entries)}</feed>''')


path = sys.argv[1]
write(path, 458)
refused = 'accepted'
try:
    parse_feed(path)
except ValueError as error:
    refused = str(error)
print(f'currency 458: {refused}')
assert refused == '458 is not a valid CurrencyCode', 'the message changed'
write(path, 840)
(point,) = parse_feed(path)
(meter,) = point.meterReadings
values = [reading.value for reading in meter.intervalReadings]
print(f'greenbutton-objects: {values}')
assert values == [1000], 'the behaviour changed'
PYTHON
cat >"$folder/feed.mjs" <<'JS'
import assert from 'node:assert';
import fs from 'node:fs';
import { atomToGreenButtonJson } from '@cityssm/green-button-parser';

const feed = await atomToGreenButtonJson(fs.readFileSync(process.argv[2], 'utf8'));
const blocks = feed.entries.flatMap((entry) => entry.content.IntervalBlock ?? []);
const values = blocks.flatMap((block) => block.IntervalReading.map((reading) => Number(reading.value)));
console.log('@cityssm/green-button-parser:', values);
assert.deepEqual(values, [1000, 2000]);
JS
"$folder/python/bin/python" "$folder/feed.py" "$folder/feed.xml"
node "$folder/feed.mjs" "$folder/feed.xml"

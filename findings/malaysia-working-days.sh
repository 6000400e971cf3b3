#!/bin/sh
# date-holidays 3.37.0 (npm) and workalendar 17.0.0 (PyPI): working days of Selangor that are holidays, and holidays that are not known.
#
# A utility answers queries, and companies release payments, by working days of a Malaysian state. A holiday on a Sunday is replaced by
# the next working day (Holidays Act 1951, section 2). The package holidays 0.109 (PyPI) has the days of the gazettes and of the lists of
# the Prime Minister's Department (kabinet.gov.my, HKA-2026.pdf and HKA_2027.pdf). The two others differ, for the state of Selangor:
# 1. date-holidays replaces the Sundays of Deepavali and of Chinese New Year only. It has no replacement of Thaipusam (2 February 2026),
#    of the second day of Aidilfitri (23 March 2026) and of Wesak Day (2 June 2026).
# 2. date-holidays has neither Thaipusam nor Wesak Day of 2027, and Aidilfitri, Aidiladha and the Prophet's birthday of 2027 a day early.
# 3. workalendar has Deepavali until 2025: any question about a working day of 2026 raises KeyError.
# Seen: the days that only one of date-holidays and holidays has, and the error of workalendar, as below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install holidays==0.109 workalendar==17.0.0
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund date-holidays@3.37.0
node -e '
const selangor = new (require("date-holidays"))("MY", "10")
for (const year of [2026, 2027])
  for (const { date, type } of selangor.getHolidays(year)) if (type === "public") console.log(date.slice(0, 10))
' >npm.txt
"$folder/python/bin/python" -W ignore - <<'PYTHON'
from datetime import date

import holidays
from workalendar.asia import Malaysia

npm = set(open('npm.txt').read().split())
# Before 20 March 2026 the Prime Minister announced an additional day, which is no question of a calendar.
official = {str(day) for day in holidays.MY(subdiv='10', years=[2026, 2027])} - {'2026-03-20'}
missing = sorted(official - npm)
unknown = sorted(npm - official)
print('only holidays 0.109:', *missing)
print('only date-holidays 3.37.0:', *unknown)
assert missing == [
    '2026-02-02', '2026-03-23', '2026-06-02',
    '2027-01-22', '2027-03-11', '2027-05-17', '2027-05-20', '2027-08-15', '2027-08-16',
], missing
assert unknown == ['2027-03-09', '2027-05-16', '2027-08-14'], unknown
try:
    Malaysia().is_working_day(date(2026, 11, 9))
except KeyError as error:
    print('workalendar 17.0.0:', error)
else:
    raise SystemExit('workalendar knows 2026 now')
PYTHON

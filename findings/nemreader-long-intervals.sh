#!/bin/sh
# nemreader 0.9.2 (PyPI, the newest for Python 3.11; 1.0.1 has the same function): half-hourly consumption that is added up to days becomes
# overlapping days with one hour's consumption each.
#
# `get_data_frame(set_interval=...)` converts the meter readings of a NEM12 file (AEMO, Meter Data File Format) to intervals of that
# many minutes; its comment calls them equally spaced. It ends a group at the next time whose minute is a multiple of the interval. Above
# 60 minutes only minute 0 is one, so each group is one hour. The start is still the whole interval before the end.
# Seen: 48 kWh of two days are 48 rows of 1 kWh for 60 minutes, which is right. For 1440 minutes they are again 48 rows of 1 kWh instead
# of 2 rows of 24 kWh. Each row is 24 hours long, the rows overlap, and the first begins before the file's first day.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install --no-compile nemreader==0.9.2 pandas==2.3.3 numpy==2.4.6 sqlite-utils==4.2.1
{
    echo '100,NEM12,202611210000,MDP1,RETAILER1'
    echo '200,NMI0000001,E1,1,E1,N1,METER1,kWh,30,20261221'
    values=$(yes 0.5 | head -48 | paste -sd , -)
    for day in 20261119 20261120; do echo "300,$day,$values,A,,,20261121000000,20261121000000"; done
    echo 900
} >"$folder/readings.csv"
"$folder/python/bin/python" - "$folder/readings.csv" <<'PYTHON'
import sys
from datetime import datetime, timedelta

from nemreader import NEMFile


def rows(minutes):
    frame = NEMFile(sys.argv[1]).get_data_frame(set_interval=minutes)
    lengths = set(frame['t_end'] - frame['t_start'])
    overlaps = int((frame['t_start'].iloc[1:].to_numpy() < frame['t_end'].iloc[:-1].to_numpy()).sum())
    first = frame['t_start'].iloc[0]
    print(f'{minutes} minutes: {len(frame)} rows of {set(frame["value"])} kWh, the first from {first}, {overlaps} overlap the next')
    assert frame['value'].sum() == 48
    assert lengths == {timedelta(minutes=minutes)}
    return len(frame), overlaps, first


assert rows(60) == (48, 0, datetime(2026, 11, 19)), 'hours changed'
assert rows(120) == (48, 47, datetime(2026, 11, 18, 23)), 'the behaviour changed'
assert rows(1440) == (48, 47, datetime(2026, 11, 18, 1)), 'the behaviour changed'
PYTHON

#!/bin/sh
# ts-tariffs 3.2.4 (PyPI): the adjustment factor of a time-of-use tariff has no effect.
#
# Each tariff of the package has an `adjustment_factor`, for example for losses in the network. Its README sets it to 1.005 in the example
# of a time-of-use tariff. `SingleRateTariff` and `BlockTariff` multiply the charge by it. `TouTariff` and `DemandTariff` accept the same
# argument and ignore it, without a warning. A comparison of tariffs favours the time-of-use tariff by the whole factor.
# Seen: 1,440 kWh at 0.50 a kWh in every hour with a factor of 1.05: 756.00 as a single rate and as blocks, 720.00 as time of use.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" --quiet install --no-compile --no-deps ts-tariffs==3.2.4 pandas==2.3.3 numpy==2.4.6 python-dateutil==2.9.0.post0 \
    pytz==2026.6 tzdata==2026.6 six==1.17.0
"$folder/python/bin/python" - <<'PYTHON'
from datetime import timedelta

import pandas
from ts_tariffs.meters import MeterData
from ts_tariffs.tariffs import BlockTariff, DemandTariff, SingleRateTariff, TouTariff
from ts_tariffs.utils import Block

HALF_HOUR = timedelta(minutes=30)
times = pandas.date_range('2026-11-01 00:00', '2026-11-30 23:30', freq=HALF_HOUR)
meter = MeterData('energy', pandas.Series(1.0, index=times), HALF_HOUR, 'kWh')
BLOCKS = [Block(0, 1000), Block(1000, 100_000)]
HOURS = {'time_bins': [8, 22, 24], 'bin_rates': [0.5, 0.5, 0.5], 'bin_labels': ['night', 'day', 'night']}


def charge(kind, factor, **fields):
    tariff = kind(
        name='energy', charge_type=kind.__name__, consumption_unit='kWh', rate_unit='MYR / kWh', sample_rate=HALF_HOUR,
        adjustment_factor=factor, **fields)
    return round(float(tariff.apply(meter).total), 2)


def charges(factor):
    return {
        'single rate': charge(SingleRateTariff, factor, rate=0.5),
        'blocks': charge(BlockTariff, factor, frequency_applied='month', blocks=BLOCKS, bin_rates=[0.5, 0.5], bin_labels=['a', 'b']),
        'time of use': charge(TouTariff, factor, tou=HOURS),
        'demand': charge(DemandTariff, factor, rate=30.0, frequency_applied='month'),
    }


plain, adjusted = charges(1.0), charges(1.05)
print(f'factor 1.00: {plain}')
print(f'factor 1.05: {adjusted}')
assert plain == {'single rate': 720, 'blocks': 720, 'time of use': 720, 'demand': 30}, 'the charges without a factor changed'
assert adjusted == {'single rate': 756, 'blocks': 756, 'time of use': 720, 'demand': 30}, 'the behaviour changed'
PYTHON

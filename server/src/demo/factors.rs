//! The emission factors of the demo (docs/domain/carbon.md#factors-of-the-demo).

use gridbill_core::Day;
use gridbill_core::carbon::{EmissionFactor, GridFactor, GridRegion};

/// A series of factors: its publication, and the day that the demo takes for its publication.
struct Series {
    source: &'static str,
    published: &'static str,
    /// The first day, and the factors of Peninsular Malaysia, Sabah and Sarawak.
    factors: &'static [(&'static str, [&'static str; 3])],
}

/// Both series were read at second hand, so all their factors are marked as provisional. The publications name no day.
const SERIES: &[Series] = &[
    Series {
        source: "Energy Commission (Suruhanjaya Tenaga), Grid Emission Factor (GEF) in Malaysia 2017-2022; second-hand, day of publication assumed",
        published: "2024-03-01",
        factors: &[("2022-01-01", ["0.774", "0.525", "0.199"])],
    },
    Series {
        source: "Energy Commission (Suruhanjaya Tenaga), Grid Emission Factor (GEF) in Malaysia 2022-2024, provisional; second-hand, day of publication assumed",
        published: "2026-02-01",
        factors: &[
            ("2022-01-01", ["0.769", "0.531", "0.199"]),
            ("2023-01-01", ["0.760", "0.545", "0.206"]),
            ("2024-01-01", ["0.740", "0.539", "0.199"]),
        ],
    },
];

/// Returns all factors.
pub fn all() -> impl Iterator<Item = EmissionFactor> {
    SERIES.iter().flat_map(|series| series.factors.iter().map(move |factors| (series, factors))).flat_map(
        |(series, (from, factors))| {
            GridRegion::ALL.into_iter().zip(factors).map(|(region, factor)| EmissionFactor {
                region,
                from: day(from),
                published: day(series.published),
                factor: GridFactor::parse(factor).unwrap_or_else(|_| unreachable!("a constant factor")),
                source: series.source.to_owned(),
                is_provisional: true,
            })
        },
    )
}

fn day(text: &str) -> Day {
    Day::parse(text).unwrap_or_else(|_| unreachable!("a constant day"))
}

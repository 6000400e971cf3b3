//! The sheet with sums, factors and method in a workbook of the report.

use gridbill_core::carbon::CarbonReportPage;
use gridbill_core::list::export::Cell;
use gridbill_core::{Language, Words};

/// Returns the name of the sheet.
#[must_use]
pub const fn title(language: Language) -> &'static str {
    language.pick(["Factors and method", "Faktor dan kaedah"])
}

/// Returns the rows of the sheet.
#[must_use]
pub fn rows(report: &CarbonReportPage, language: Language) -> Vec<Vec<Cell<'static>>> {
    const YES_NO: [Words; 2] = [["No", "Tidak"], ["Yes", "Ya"]];
    const SUMS: [Words; 8] = [
        ["First month", "Bulan pertama"],
        ["Last month", "Bulan terakhir"],
        ["Bills", "Bil"],
        ["Use (kWh)", "Penggunaan (kWh)"],
        ["Emissions, location-based (kg CO2e)", "Pelepasan, berasaskan lokasi (kg CO2e)"],
        ["First reported (kg CO2e)", "Laporan pertama (kg CO2e)"],
        ["Use without a factor (kWh)", "Penggunaan tanpa faktor (kWh)"],
        ["Bills without a consumption", "Bil tanpa penggunaan"],
    ];
    const COLUMNS: [Words; 8] = [
        ["Grid", "Grid"],
        ["Factor from", "Faktor dari"],
        ["Published", "Diterbitkan"],
        ["Factor (kg CO2e for a kWh)", "Faktor (kg CO2e bagi satu kWh)"],
        ["Provisional", "Sementara"],
        ["Use today (kWh)", "Penggunaan hari ini (kWh)"],
        ["Use when first reported (kWh)", "Penggunaan laporan pertama (kWh)"],
        ["Source", "Sumber"],
    ];
    let word = |words: Words| Cell::from(language.pick(words));
    let amount = |quantity: gridbill_core::bills::Quantity| Cell::Amount(quantity.ringgit());
    let sums = &report.sums;
    let values = [
        Cell::Day(report.from),
        Cell::Day(report.to),
        Cell::Count(sums.bills),
        amount(sums.kwh),
        Cell::Count(sums.kg),
        Cell::Count(sums.first_kg),
        amount(sums.kwh_without_factor),
        Cell::Count(sums.bills_without_kwh),
    ];
    let mut rows: Vec<Vec<Cell<'static>>> =
        SUMS.into_iter().zip(values).map(|(name, value)| vec![word(name), value]).collect();
    rows.push(Vec::new());
    rows.push(COLUMNS.map(word).to_vec());
    rows.extend(sums.factors.iter().map(|used| {
        let factor = &used.factor;
        vec![
            Cell::from(factor.region.word(language)),
            Cell::Day(factor.from),
            Cell::Day(factor.published),
            Cell::Text(factor.factor.to_string().into()),
            word(YES_NO[usize::from(factor.is_provisional)]),
            amount(used.kwh),
            amount(used.first_kwh),
            Cell::Text(factor.source.clone().into()),
        ]
    }));
    rows.push(Vec::new());
    rows.extend(report.method.iter().map(|sentence| vec![Cell::Text(sentence.clone().into())]));
    rows
}

//! The sheet with sums, factors, certificates and method in a workbook of the report.

use gridbill_core::carbon::CarbonReportPage;
use gridbill_core::list::export::Cell;
use gridbill_core::{Language, Words};

/// Returns the name of the sheet.
#[must_use]
pub const fn title(language: Language) -> &'static str {
    language.pick(["Factors and method", "Faktor dan kaedah"])
}

const ROUNDED_ROWS: Words = [
    "Each row of the report is rounded by itself, so the rows may differ from the totals on this sheet by half a kilogram for each row.",
    "Setiap baris laporan digenapkan sendiri, jadi jumlah baris mungkin berbeza daripada jumlah pada helaian ini sebanyak setengah kilogram bagi setiap baris.",
];

/// Returns the rows of the sheet.
#[must_use]
pub fn rows(report: &CarbonReportPage, language: Language) -> Vec<Vec<Cell<'static>>> {
    const YES_NO: [Words; 2] = [["No", "Tidak"], ["Yes", "Ya"]];
    const SUMS: [Words; 13] = [
        ["First month", "Bulan pertama"],
        ["Last month", "Bulan terakhir"],
        ["Bills", "Bil"],
        ["Use (kWh)", "Penggunaan (kWh)"],
        ["Emissions, location-based (kg CO2e)", "Pelepasan, berasaskan lokasi (kg CO2e)"],
        ["First reported (kg CO2e)", "Laporan pertama (kg CO2e)"],
        ["Emissions, market-based (kg CO2e)", "Pelepasan, berasaskan pasaran (kg CO2e)"],
        ["Market-based, first reported (kg CO2e)", "Berasaskan pasaran, laporan pertama (kg CO2e)"],
        ["Use covered by certificates (kWh)", "Penggunaan diliputi sijil (kWh)"],
        ["Certified above the use (kWh)", "Diperakui melebihi penggunaan (kWh)"],
        ["Use without a factor (kWh)", "Penggunaan tanpa faktor (kWh)"],
        ["Bills without a consumption", "Bil tanpa penggunaan"],
        ["Bills with a cancelled e-invoice", "Bil dengan e-invois dibatalkan"],
    ];
    const COLUMNS: [Words; 9] = [
        ["Grid", "Grid"],
        ["Factor from", "Faktor dari"],
        ["Published", "Diterbitkan"],
        ["Factor (kg CO2e for a kWh)", "Faktor (kg CO2e bagi satu kWh)"],
        ["Provisional", "Sementara"],
        ["Use today (kWh)", "Penggunaan hari ini (kWh)"],
        ["Use when first reported (kWh)", "Penggunaan laporan pertama (kWh)"],
        ["Covered by certificates (kWh)", "Diliputi sijil (kWh)"],
        ["Source", "Sumber"],
    ];
    const CERTIFICATES: [Words; 7] = [
        ["Certificate", "Sijil"],
        ["Account", "Akaun"],
        ["From", "Dari"],
        ["To", "Hingga"],
        ["Certified (kWh)", "Diperakui (kWh)"],
        ["In these months (kWh)", "Dalam bulan ini (kWh)"],
        ["Source", "Sumber"],
    ];
    const NO_CERTIFICATES: Words = [
        "No certificates: the market-based figure equals the location-based one.",
        "Tiada sijil: angka berasaskan pasaran sama dengan angka berasaskan lokasi.",
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
        Cell::Count(sums.market_kg),
        Cell::Count(sums.first_market_kg),
        amount(sums.certified_kwh),
        amount(sums.excess_kwh),
        amount(sums.kwh_without_factor),
        Cell::Count(sums.bills_without_kwh),
        Cell::Count(sums.bills_replaced),
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
            amount(used.certified_kwh),
            Cell::Text(factor.source.clone().into()),
        ]
    }));
    rows.push(Vec::new());
    if sums.certificates.is_empty() {
        rows.push(vec![word(NO_CERTIFICATES)]);
    } else {
        rows.push(CERTIFICATES.map(word).to_vec());
    }
    rows.extend(sums.certificates.iter().map(|used| {
        let certificate = &used.certificate;
        vec![
            Cell::Text(certificate.certificate_no.clone().into()),
            Cell::Text(certificate.account_no.to_string().into()),
            Cell::Day(certificate.from),
            Cell::Day(certificate.to),
            amount(certificate.kwh),
            amount(used.kwh),
            Cell::Text(certificate.source.clone().into()),
        ]
    }));
    rows.push(Vec::new());
    rows.extend(report.method.iter().map(|sentence| vec![Cell::Text(sentence.clone().into())]));
    rows.push(vec![word(ROUNDED_ROWS)]);
    rows
}

//! Writes the reconciliation sheet as a workbook: a row for each company, totals, and the lines that two officers sign.

use std::path::Path;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive as _;
use rust_xlsxwriter::{Color, Format, FormatBorder, Workbook, Worksheet, XlsxError};

use super::{CompanyFigures, sentence, shown};

/// The columns before the figures.
const HEAD: [&str; 4] = ["Bulk account", "Company", "Cut-over day", "State"];
/// The figures that only the portal has.
const OWN: [&str; 3] = ["Activated users", "Open bills", "Open bills (RM)"];
/// The figures that are compared. Each has a column for the portal, the files and the difference.
const COMPARED: [&str; 8] = [
    "Accounts",
    "Accounts with reference ID",
    "Accounts in groups",
    "Users",
    "Bills",
    "Bills (RM)",
    "Payments taken over",
    "Paid by them (RM)",
];

/// A figure in the portal and in the files.
#[derive(Clone, Copy)]
enum Pair {
    Count(i64, Option<i64>),
    Sum(Decimal, Option<Decimal>),
}

fn pairs(company: &CompanyFigures) -> [Pair; 8] {
    let (portal, files) = (&company.portal, &company.files);
    [
        Pair::Count(portal.accounts, files.accounts),
        Pair::Count(portal.references, files.references),
        Pair::Count(portal.grouped, files.grouped),
        Pair::Count(portal.users, files.users),
        Pair::Count(portal.bills, files.bills),
        Pair::Sum(portal.billed, files.billed),
        Pair::Count(portal.payments, files.payments),
        Pair::Sum(portal.paid, files.paid),
    ]
}

/// The numbers of a pair: in the portal, in the files, and the difference.
fn numbers(pair: Pair) -> [Option<f64>; 3] {
    match pair {
        Pair::Count(portal, file) => {
            let number = |count: i64| count.to_f64();
            [number(portal), file.and_then(number), file.and_then(|file| number(portal - file))]
        }
        Pair::Sum(portal, file) => {
            let number = |sum: Decimal| sum.to_f64();
            [number(portal), file.and_then(number), file.and_then(|file| number(portal - file))]
        }
    }
}

struct Formats {
    text: Format,
    head: Format,
    count: Format,
    sum: Format,
    differing_count: Format,
    differing_sum: Format,
    line: Format,
}

impl Formats {
    fn new() -> Self {
        let (count, sum) = (Format::new().set_num_format("#,##0"), Format::new().set_num_format("#,##0.00"));
        let red = |format: &Format| format.clone().set_background_color(Color::RGB(0x00FF_C7CE)).set_bold();
        Self {
            text: Format::new(),
            head: Format::new().set_bold().set_text_wrap().set_border_bottom(FormatBorder::Thin),
            differing_count: red(&count),
            differing_sum: red(&sum),
            count,
            sum,
            line: Format::new().set_border_bottom(FormatBorder::Thin),
        }
    }

    fn of(&self, pair: Pair, is_difference: bool, number: f64) -> &Format {
        let differs = is_difference && number != 0.0;
        match pair {
            Pair::Count(..) if differs => &self.differing_count,
            Pair::Count(..) => &self.count,
            Pair::Sum(..) if differs => &self.differing_sum,
            Pair::Sum(..) => &self.sum,
        }
    }
}

/// Writes the workbook. A difference is red.
pub fn write(path: &Path, companies: &[CompanyFigures]) -> anyhow::Result<()> {
    let mut workbook = Workbook::new();
    let formats = Formats::new();
    let sheet = workbook.add_worksheet().set_name("Reconciliation")?;
    // A3: the columns of a company fit on one line of paper.
    sheet
        .set_landscape()
        .set_paper_size(8)
        .set_print_fit_to_pages(1, 0)
        .set_repeat_rows(0, 0)?
        .set_freeze_panes(1, 2)?;
    head(sheet, &formats)?;
    let mut row = 1;
    for company in companies {
        write_company(sheet, row, company, &formats)?;
        row += 1;
    }
    write_totals(sheet, row, companies, &formats)?;
    signatures(sheet, row + 2, companies, &formats)?;
    workbook.save(path)?;
    Ok(())
}

fn head(sheet: &mut Worksheet, formats: &Formats) -> Result<(), XlsxError> {
    let compared = COMPARED
        .iter()
        .flat_map(|name| [format!("{name}: portal"), format!("{name}: files"), format!("{name}: difference")]);
    let names = HEAD.iter().chain(&OWN).map(|name| (*name).to_owned()).chain(compared);
    for (column, name) in (0..).zip(names) {
        sheet.write_string_with_format(0, column, name, &formats.head)?;
        sheet.set_column_width(column, if column == 1 { 32 } else { 11 })?;
    }
    Ok(())
}

fn write_company(
    sheet: &mut Worksheet,
    row: u32,
    company: &CompanyFigures,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let state = sentence(company.obstacle.as_deref().unwrap_or_default());
    let texts = [company.bulk_id.as_str(), &company.company_name, &company.cut_over_day, state];
    for (column, text) in (0..).zip(texts) {
        sheet.write_string_with_format(row, column, text, &formats.text)?;
    }
    let own =
        [Pair::Count(company.activated, None), Pair::Count(company.open_bills, None), Pair::Sum(company.owed, None)];
    write_figures(sheet, row, own, &pairs(company), formats)
}

fn write_figures(
    sheet: &mut Worksheet,
    row: u32,
    own: [Pair; 3],
    compared: &[Pair],
    formats: &Formats,
) -> Result<(), XlsxError> {
    let own = own.into_iter().map(|pair| (pair, numbers(pair)[0], false));
    let compared = compared.iter().flat_map(|pair| {
        let [portal, file, difference] = numbers(*pair);
        [(*pair, portal, false), (*pair, file, false), (*pair, difference, true)]
    });
    for (column, (pair, number, is_difference)) in (4..).zip(own.chain(compared)) {
        if let Some(number) = number {
            sheet.write_number_with_format(row, column, number, formats.of(pair, is_difference, number))?;
        }
    }
    Ok(())
}

fn write_totals(
    sheet: &mut Worksheet,
    row: u32,
    companies: &[CompanyFigures],
    formats: &Formats,
) -> Result<(), XlsxError> {
    sheet.write_string_with_format(row, 0, "Total", &formats.head)?;
    sheet.write_string_with_format(row, 1, format!("{} companies", companies.len()), &formats.head)?;
    let mut totals = pairs(&empty());
    for company in companies {
        for (total, pair) in totals.iter_mut().zip(pairs(company)) {
            *total = add(*total, pair);
        }
    }
    let own = [
        Pair::Count(companies.iter().map(|one| one.activated).sum(), None),
        Pair::Count(companies.iter().map(|one| one.open_bills).sum(), None),
        Pair::Sum(companies.iter().map(|one| one.owed).sum(), None),
    ];
    write_figures(sheet, row, own, &totals, formats)
}

fn empty() -> CompanyFigures {
    CompanyFigures {
        bulk_id: String::new(),
        company_name: String::new(),
        cut_over_day: String::new(),
        obstacle: None,
        activated: 0,
        open_bills: 0,
        owed: Decimal::ZERO,
        portal: super::Figures::default(),
        files: super::SourceFigures::default(),
    }
}

fn add(one: Pair, other: Pair) -> Pair {
    match (one, other) {
        (Pair::Count(a, b), Pair::Count(c, d)) => Pair::Count(a + c, sum(b, d)),
        (Pair::Sum(a, b), Pair::Sum(c, d)) => Pair::Sum(a + c, sum(b, d)),
        (one, _) => one,
    }
}

fn sum<T: std::ops::Add<Output = T>>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one + other),
        (one, other) => one.or(other),
    }
}

/// Writes what the officers confirm, and the lines for their names and signatures.
fn signatures(
    sheet: &mut Worksheet,
    row: u32,
    companies: &[CompanyFigures],
    formats: &Formats,
) -> Result<(), XlsxError> {
    let paid: Decimal = companies.iter().map(|one| one.portal.paid).sum();
    let owed: Decimal = companies.iter().map(|one| one.owed).sum();
    let differing = companies.iter().filter(|company| !company.agrees()).count();
    let confirmed = format!(
        "We have compared these figures with those of the other portal. {} companies, payments over RM {} and open \
        bills over RM {} are taken over. {differing} companies differ; each difference is explained on the back.",
        companies.len(),
        shown(paid),
        shown(owed),
    );
    sheet.write_string(row, 0, confirmed)?;
    for (place, officer) in (0..).zip(["First officer", "Second officer"]) {
        let row = row + 2 + place * 3;
        for (column, label) in [(0, officer), (2, "Name"), (5, "Signature"), (9, "Day")] {
            sheet.write_string(row, column, label)?;
            sheet.write_blank(row, column + 1, &formats.line)?;
        }
    }
    Ok(())
}

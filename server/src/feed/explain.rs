//! `gridbill import --explain FILE`: says in words what is wrong in each row of a file. It needs no database, so that a
//! vendor of a billing system can run it.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use super::header::Header;
use super::load::{Source, read_only};
use super::rejected::Rejection;
use super::{
    Account, AccountReference, Bill, BillCharges, ChargeKindEntry, Company, Deposit, EmissionFactor, EnergyCertificate,
    FeedRecord, GroupedAccount, PastPayment, Price, Settlement, User,
};

/// Wrong rows that are told. Further ones are counted.
const MAX_TOLD: usize = 200;

/// Reads a file, calls the function for each rejected row, and returns the number of accepted records.
type Read = fn(&mut dyn Source, &mut dyn FnMut(&Header, &Rejection)) -> anyhow::Result<usize>;

/// A kind of file with the function that reads it.
struct KnownFile {
    noun: &'static str,
    columns: &'static [&'static str],
    read: Read,
}

impl KnownFile {
    const fn of<D: FeedRecord>() -> Self {
        Self { noun: D::NOUN, columns: D::COLUMNS, read: read_only::<D> }
    }

    /// How well a header row fits this kind of file: the columns that they have in common, then the fewest missing.
    fn fit(&self, header: &[String]) -> (usize, Reverse<usize>) {
        let common = self.columns.iter().filter(|column| header.iter().any(|name| name == *column)).count();
        (common, Reverse(self.columns.len() - common))
    }
}

const FILES: &[KnownFile] = &[
    KnownFile::of::<Account>(),
    KnownFile::of::<Bill>(),
    KnownFile::of::<BillCharges>(),
    KnownFile::of::<ChargeKindEntry>(),
    KnownFile::of::<Price>(),
    KnownFile::of::<EmissionFactor>(),
    KnownFile::of::<EnergyCertificate>(),
    KnownFile::of::<Settlement>(),
    KnownFile::of::<Deposit>(),
    KnownFile::of::<Company>(),
    KnownFile::of::<User>(),
    KnownFile::of::<GroupedAccount>(),
    KnownFile::of::<AccountReference>(),
    KnownFile::of::<PastPayment>(),
];

/// Explains a file. Returns 0 if no row is wrong, else 3.
/// Fails when the file cannot be read, or its header row is that of no file.
pub fn explain(path: &Path, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let open = || File::open(path).map(BufReader::new).with_context(|| format!("opening {}", path.display()));
    let mut first = Vec::new();
    open()?.read_until(b'\n', &mut first).with_context(|| format!("reading {}", path.display()))?;
    let first = String::from_utf8_lossy(&first);
    let header: Vec<String> =
        first.trim_start_matches('\u{feff}').split(',').map(|name| name.trim().trim_matches('"').to_owned()).collect();
    let list = |files: &[&KnownFile]| {
        let lines = files.iter().map(|file| format!("  {}: {}", file.noun, file.columns.join(",")));
        lines.collect::<Vec<_>>().join("\n")
    };
    let best = FILES.iter().map(|file| file.fit(&header)).max().filter(|(common, _)| *common > 0);
    let candidates: Vec<&KnownFile> = FILES.iter().filter(|file| Some(file.fit(&header)) == best).collect();
    let file = match candidates.as_slice() {
        [] => {
            let all: Vec<&KnownFile> = FILES.iter().collect();
            bail!("the first row has no column of any file. The files and their columns:\n{}", list(&all));
        }
        [file] => *file,
        several => bail!("the first row fits several files equally. They have the columns:\n{}", list(several)),
    };
    let mut wrong = 0;
    let mut told = Ok(());
    let well = (file.read)(&mut open()?, &mut |header, rejection| {
        wrong += 1;
        if wrong <= MAX_TOLD && told.is_ok() {
            told = writeln!(out, "line {}: {}", rejection.line, sentence(header, rejection));
        }
    })
    .with_context(|| format!("{} looks like a file of {}", path.display(), file.noun))?;
    told?;
    if wrong > MAX_TOLD {
        writeln!(out, "… and {} further rows", wrong - MAX_TOLD)?;
    }
    writeln!(out, "{}: a file of {}, {well} rows can be loaded, {wrong} are wrong", path.display(), file.noun)?;
    writeln!(out, "The database was not asked: whether accounts and bills are known is told by --dry-run.")?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(3) })
}

/// Says what is wrong, with the value if the refusal names a column.
fn sentence(header: &Header, Rejection { refusal, fields, .. }: &Rejection) -> String {
    let text = refusal.to_string();
    let named = text.split_once(": ").and_then(|(column, reason)| {
        let place = header.names.iter().position(|name| name == column)?;
        Some((column, fields.get(place)?, reason))
    });
    match named {
        Some((column, value, reason)) if value.trim().is_empty() => format!("{column} is empty. {reason}"),
        Some((column, value, reason)) => format!("{column} is \"{value}\". {reason}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(name: &str, text: &str) -> (anyhow::Result<ExitCode>, String) {
        let folder = std::env::temp_dir().join(format!("gridbill-explain-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file.csv");
        std::fs::write(&path, text).unwrap();
        let mut out = Vec::new();
        let result = explain(&path, &mut out);
        std::fs::remove_dir_all(&folder).unwrap();
        (result, String::from_utf8(out).unwrap())
    }

    #[test]
    fn each_wrong_row_is_told_with_its_value_and_the_kind_is_known_by_the_columns() {
        let kinds = "kind,nameEn,nameMs,role,sign,unit,inFundBase,inConsumption,from,to\n\
                     incentive,Incentive,Insentif,credit,minus,,no,no,2026-01-01,\n\
                     solar,Solar,Suria,rebate,minus,,no,no,2026-01-01,\n\
                     green,,Hijau,energy,minus,,no,no,2026-01-01,\n";
        let (result, out) = explained("kinds", kinds);
        assert_eq!(result.unwrap(), ExitCode::from(3));
        assert!(out.contains("line 3: role is \"rebate\". "), "{out}");
        assert!(out.contains("line 4: nameEn is empty. "), "{out}");
        assert!(out.contains("1 rows can be loaded, 2 are wrong"), "{out}");
    }

    #[test]
    fn a_file_of_certificates_is_explained() {
        let certificates = "certificateNo,accountNo,from,to,kwh,source\n\
                            C-1,210000000001,2026-01-01,2026-01-31,400,Green Electricity Tariff\n\
                            C-2,210000000001,2026-01-01,2026-01-31,-400,Green Electricity Tariff\n\
                            C-3,210000000001,2026-02-01,2026-01-31,400,Green Electricity Tariff\n";
        let (result, out) = explained("certificates", certificates);
        assert_eq!(result.unwrap(), ExitCode::from(3));
        assert!(out.contains("line 3: kwh is \"-400\". This cannot be negative."), "{out}");
        assert!(out.contains("line 4: to is \"2026-01-31\". A certificate cannot end before it begins."), "{out}");
        assert!(out.contains("a file of certificates, 1 rows can be loaded, 2 are wrong"), "{out}");
    }

    #[test]
    fn users_are_explained_and_rows_are_counted_not_records() {
        let users = "bulkId,email,name,role,makePayments,manageAccounts,mobileNo,language\n\
                     3010000001,ali@sinar.example,Ali,boss,yes,no,,en\n\
                     3010000001,abu@sinar.example,Abu,viewer,no,no,,en\n\
                     3010000001,abu@sinar.example,Abu,member,yes,no,,en\n";
        let (result, out) = explained("users", users);
        assert_eq!(result.unwrap(), ExitCode::from(3));
        assert!(out.contains("line 2: role is \"boss\"."), "{out}");
        assert!(out.contains("line 4: ") && out.contains("on line 3."), "{out}");
        assert!(out.contains("a file of users, 1 rows can be loaded, 2 are wrong"), "{out}");

        for (name, text) in [
            ("charges", include_str!("../../../fixtures/feed/charges.csv")),
            ("settlements", include_str!("../../../fixtures/feed/settlements.csv")),
        ] {
            let (_, out) = explained(name, text);
            let rows = text.lines().skip(1).filter(|line| !line.is_empty()).count();
            assert!(out.contains(&format!("a file of {name}, {rows} rows can be loaded, 0 are wrong")), "{out}");
        }
    }

    #[test]
    fn a_header_row_that_is_not_of_a_file_names_the_files_or_the_columns() {
        let refused = format!("{:#}", explained("other", "a;b;c\n1;2;3\n").0.unwrap_err());
        assert!(refused.contains("no column of any file") && refused.contains("settlementNo"), "{refused}");
        // Prices have as many of these columns, and miss fewer.
        let refused = format!("{:#}", explained("fewest", "kind,from,to,rate\n").0.unwrap_err());
        assert!(refused.contains("file of prices"), "{refused}");
        let refused = format!("{:#}", explained("equal", "bulkId,accountNo\n3010000001,210000000001\n").0.unwrap_err());
        assert!(refused.contains("several files") && refused.contains("groups: bulkId,groupName"), "{refused}");
        assert!(refused.contains("references: bulkId") && !refused.contains("payments: "), "{refused}");
        let refused = explained("part", "settlementNo,accountNo,method\n1,2,3\n").0.unwrap_err();
        let refused = format!("{refused:#}");
        assert!(refused.contains("file of settlements") && refused.contains("missing \"invoiceNo\""), "{refused}");
    }
}

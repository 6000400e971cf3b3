//! The demo's feed, written to the data folder and imported like any other.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use gridbill_core::Day;
use gridbill_core::accounts::deposits::Deposit;
use gridbill_core::audit::Price;
use gridbill_core::carbon::{EmissionFactor, EnergyCertificate};

use super::bills::{self, BillsSpec, FeedFiles, IssuedBill, Numbers};
use super::plan::Premises;
use super::{certificates, deposits, factors, prices};
use crate::feed::{
    Account, Bill, BillCharges, FeedRecord, certificate_fields, deposit_fields, factor_fields, price_fields,
};

pub struct Files {
    pub accounts: PathBuf,
    /// An earlier delivery of a few of the bills, with other totals.
    pub earlier_bills: PathBuf,
    pub bills: PathBuf,
    pub charges: PathBuf,
    pub prices: PathBuf,
    pub factors: PathBuf,
    pub certificates: PathBuf,
    pub deposits: PathBuf,
}

/// Writes the files, for companies in the given order.
pub fn write(folder: &Path, companies: &[&[Premises]], bills: usize, today: Day, seed: u64) -> anyhow::Result<Files> {
    fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    let files = Files {
        accounts: folder.join("accounts.csv"),
        earlier_bills: folder.join("earlierBills.csv"),
        bills: folder.join("bills.csv"),
        charges: folder.join("charges.csv"),
        prices: folder.join("prices.csv"),
        factors: folder.join("factors.csv"),
        certificates: folder.join("certificates.csv"),
        deposits: folder.join("deposits.csv"),
    };
    let mut accounts = writer::<Account>(&files.accounts)?;
    let mut out = FeedFiles {
        earlier_bills: writer::<Bill>(&files.earlier_bills)?,
        bills: writer::<Bill>(&files.bills)?,
        charges: writer::<BillCharges>(&files.charges)?,
    };
    for Premises { account, .. } in companies.iter().copied().flatten() {
        write_account(&mut accounts, account)?;
    }
    let mut with_deposit = companies.first().map(|premises| deposits::accounts(premises)).unwrap_or_default();
    issue_bills(companies, bills, BillsSpec { today, seed, company: 0, has_faults: true }, |bill| {
        if let Some(charges) = with_deposit.get_mut(&bill.premises.account.account_no) {
            *charges = bill.draft.current;
        }
        Ok(bill.write(&mut out)?)
    })?;
    accounts.flush()?;
    out.earlier_bills.flush()?;
    out.bills.flush()?;
    out.charges.flush()?;
    let mut out = writer::<Price>(&files.prices)?;
    for price in prices::table(today).iter() {
        out.write_record(price_fields(price))?;
    }
    out.flush()?;
    let mut out = writer::<EmissionFactor>(&files.factors)?;
    for factor in factors::all() {
        out.write_record(factor_fields(&factor))?;
    }
    out.flush()?;
    let mut out = writer::<EnergyCertificate>(&files.certificates)?;
    for certificate in certificates::all(companies.first().copied().unwrap_or_default(), today) {
        out.write_record(certificate_fields(&certificate))?;
    }
    out.flush()?;
    let mut out = writer::<Deposit>(&files.deposits)?;
    for deposit in deposits::all(&with_deposit, today)? {
        out.write_record(deposit_fields(&deposit))?;
    }
    out.flush()?;
    Ok(files)
}

/// Makes the bills of all companies. `made` has the seed of the demo.
pub fn issue_bills(
    companies: &[&[Premises]],
    bills: usize,
    made: BillsSpec,
    mut take: impl FnMut(&IssuedBill<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // The newest bills of the first company have the numbers that documents and journeys name.
    let mut numbers = Numbers { invoice: 974_000, batch: 9_844, left: bills };
    for (company, premises) in companies.iter().enumerate() {
        bills::issue(
            premises,
            BillsSpec { seed: bill_seed(made.seed, company), company, ..made },
            &mut numbers,
            &mut take,
        )?;
    }
    Ok(())
}

/// The seed of a company's bills.
pub const fn bill_seed(seed: u64, company: usize) -> u64 {
    seed.wrapping_mul(31).wrapping_add(company as u64)
}

fn writer<D: FeedRecord>(path: &Path) -> anyhow::Result<csv::Writer<BufWriter<File>>> {
    let file = File::create(path).with_context(|| format!("writing {}", path.display()))?;
    let mut writer = csv::Writer::from_writer(BufWriter::new(file));
    writer.write_record(D::COLUMNS.iter().chain(D::OPTIONAL.iter().copied().flatten()))?;
    Ok(writer)
}

fn write_account(out: &mut csv::Writer<BufWriter<File>>, account: &Account) -> csv::Result<()> {
    out.write_record([
        account.account_no.as_str(),
        &account.registration_no,
        &account.company_name,
        &account.premises_address,
        &account.city,
        &account.postal_code,
        account.state,
        &account.sector,
        &account.tariff,
        if account.active { "active" } else { "inactive" },
    ])
}

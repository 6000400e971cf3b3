//! Writes the demo's feed to the data folder, from which it is imported like any other feed.

use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use gridbill_core::Day;
use gridbill_core::audit::Price;

use super::bills::{self, BillsSpec, FeedFiles, Numbers};
use super::plan::Premises;
use super::prices;
use crate::feed::{Account, Bill, BillCharges, FeedRecord, price_fields};

/// The company with a bill whose e-invoice was cancelled: the government entity.
const CANCELLED: usize = 1;

pub struct Files {
    pub accounts: PathBuf,
    pub bills: PathBuf,
    pub charges: PathBuf,
    pub prices: PathBuf,
}

/// Writes the files, for companies in the given order.
pub fn write(folder: &Path, companies: &[&[Premises]], bills: usize, today: Day, seed: u64) -> anyhow::Result<Files> {
    fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    let files = Files {
        accounts: folder.join("accounts.csv"),
        bills: folder.join("bills.csv"),
        charges: folder.join("charges.csv"),
        prices: folder.join("prices.csv"),
    };
    let mut accounts = writer::<Account>(&files.accounts)?;
    let mut out = FeedFiles { bills: writer::<Bill>(&files.bills)?, charges: writer::<BillCharges>(&files.charges)? };
    // With these numbers, the first company's newest bills have the invoice numbers that documentation and journeys
    // name.
    let mut numbers = Numbers { invoice: 974_000, batch: 9_844, left: bills };
    for (place, premises) in companies.iter().enumerate() {
        for Premises { account, .. } in *premises {
            write_account(&mut accounts, account)?;
        }
        let seed = seed.wrapping_mul(31).wrapping_add(place as u64);
        let spec = BillsSpec { today, seed, cancels: place == CANCELLED };
        bills::write(&mut out, premises, spec, &mut numbers)?;
    }
    accounts.flush()?;
    out.bills.flush()?;
    out.charges.flush()?;
    let mut out = writer::<Price>(&files.prices)?;
    for price in prices::table(today).iter() {
        out.write_record(price_fields(price))?;
    }
    out.flush()?;
    Ok(files)
}

fn writer<D: FeedRecord>(path: &Path) -> anyhow::Result<csv::Writer<BufWriter<File>>> {
    let file = File::create(path).with_context(|| format!("writing {}", path.display()))?;
    let mut writer = csv::Writer::from_writer(BufWriter::new(file));
    writer.write_record(D::COLUMNS.iter().chain(D::OPTIONAL))?;
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

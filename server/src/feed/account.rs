//! The file of accounts.

use gridbill_core::Code;
use gridbill_core::accounts::Sector;
use gridbill_core::company::{STATES, parse_registration_no};
use gridbill_core::number::AccountNo;
use gridbill_core::operations::FeedKind;
use sqlx::PgConnection;

use super::field::{Fields, Refusal};
use super::{FeedRecord, ImportOptions, StoreResult, sql};
use crate::base::Base;

/// More than the length of any number, including its spaces.
const MAX_LENGTH: usize = 60;

/// An electricity account of the utility.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub account_no: AccountNo,
    pub registration_no: String,
    pub company_name: String,
    pub premises_address: String,
    pub city: String,
    pub postal_code: String,
    pub state: &'static str,
    pub sector: String,
    pub tariff: String,
    pub active: bool,
}

impl FeedRecord for Account {
    const KIND: FeedKind = FeedKind::Accounts;
    const NOUN: &'static str = "accounts";
    const COLUMNS: &'static [&'static str] = &[
        "accountNo",
        "registrationNo",
        "companyName",
        "premisesAddress",
        "city",
        "postalCode",
        "state",
        "sector",
        "tariff",
        "status",
    ];
    const KEY: &'static str = "accountNo";
    const UNLISTED: &'static str = "a sector that is not in the list";

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        Ok(Self {
            account_no: fields.parse("accountNo", AccountNo::parse)?,
            registration_no: registration_no(fields)?,
            company_name: fields.text("companyName", 160)?,
            premises_address: fields.text("premisesAddress", 300)?,
            city: fields.text("city", 60)?,
            postal_code: postal_code(fields)?,
            state: fields.one_of("state", STATES)?,
            sector: fields.text("sector", 60)?,
            tariff: fields.text("tariff", 60)?,
            active: fields.one_of("status", &["active", "inactive"])? == "active",
        })
    }

    fn key(&self) -> &str {
        self.account_no.as_str()
    }

    async fn store(
        _base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let (new, changed) = sql::store_accounts(connection, rows).await?;
        let unlisted = rows.iter().map(|row| &row.sector).filter(|sector| Sector::named(sector).is_none());
        Ok(StoreResult { new, changed, unlisted: unlisted.cloned().collect(), ..StoreResult::default() })
    }
}

/// Parses the number with the registration form's rule, so that a company finds its accounts by the number it types.
fn registration_no(fields: &Fields<'_>) -> Result<String, Refusal> {
    // Reports an empty field in the same words as for other fields.
    fields.text("registrationNo", MAX_LENGTH)?;
    fields.parse("registrationNo", parse_registration_no)
}

fn postal_code(fields: &Fields<'_>) -> Result<String, Refusal> {
    let five_digits = |text: &str| {
        let fits = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
        if fits { Ok(text.to_owned()) } else { Err(Code::Unreadable) }
    };
    fields.parse("postalCode", five_digits).map_err(|_| Refusal::of("postalCode", "A postal code has 5 digits."))
}

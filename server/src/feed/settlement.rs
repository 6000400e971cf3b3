//! The file of settlements: payments of bills outside the portal, and their reversals.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use gridbill_core::number::{AccountNo, InvoiceNo};
use gridbill_core::operations::FeedKind;
use gridbill_core::settlements::SettlementMethod;
use gridbill_core::{Day, Money, Topic};
use sqlx::PgConnection;

use super::field::{Fields, Refusal};
use super::{FeedRecord, ImportOptions, StoreResult, sql};
use crate::base::Base;
use crate::settlements::{Wanted, settle};

/// A payment of a bill outside the portal.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    pub settlement_no: String,
    pub account_no: AccountNo,
    pub invoice_no: Option<InvoiceNo>,
    pub method: SettlementMethod,
    pub paid_on: Day,
    pub amount: Money,
    pub reversal_of: Option<String>,
    pub reference: String,
}

impl FeedRecord for Settlement {
    const KIND: FeedKind = FeedKind::Settlements;
    const NOUN: &'static str = "settlements";
    const COLUMNS: &'static [&'static str] =
        &["settlementNo", "accountNo", "invoiceNo", "method", "paidOn", "amount", "reversalOf", "reference"];
    const KEY: &'static str = "settlementNo";
    const IS_FINAL: bool = true;
    const TOPICS: &'static [Topic] = &[Topic::Bills, Topic::Payments, Topic::Gateway];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let methods: Vec<&str> = SettlementMethod::ALL.iter().map(|method| method.code()).collect();
        let method = fields.one_of("method", &methods)?;
        let found = SettlementMethod::ALL.iter().find(|one| one.code() == method).copied();
        let amount = fields.money("amount")?;
        if !amount.is_positive() {
            let why = "An amount is above zero. A row that takes money back names the settlement in reversalOf.";
            return Err(Refusal::of("amount", why));
        }
        let settlement = Self {
            settlement_no: fields.text("settlementNo", 40)?,
            account_no: fields.parse("accountNo", AccountNo::parse)?,
            invoice_no: fields.optional("invoiceNo", InvoiceNo::parse)?,
            method: found.ok_or_else(|| Refusal::of("method", "This method is unknown."))?,
            paid_on: fields.day("paidOn")?,
            amount,
            reversal_of: if fields.get("reversalOf").is_empty() { None } else { Some(fields.text("reversalOf", 40)?) },
            reference: if fields.get("reference").is_empty() { String::new() } else { fields.text("reference", 60)? },
        };
        if settlement.settlement_no.contains('#') || settlement.settlement_no.starts_with(['=', '+', '-', '@']) {
            let why =
                "A settlement number has no # and does not begin as a formula: it is a document number in accounting.";
            return Err(Refusal::of("settlementNo", why));
        }
        if settlement.reversal_of.as_deref() == Some(&settlement.settlement_no) {
            return Err(Refusal::of("reversalOf", "A settlement cannot take itself back."));
        }
        Ok(settlement)
    }

    fn key(&self) -> &str {
        &self.settlement_no
    }

    fn identity(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        self.settlement_no.hash(&mut hasher);
        Some(hasher.finish())
    }

    async fn store(
        base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let stored = sql::store_settlements(connection, rows).await?;
        let new: Vec<&Self> = rows.iter().filter(|row| stored.new.contains(&row.settlement_no)).collect();
        let mut accounts: Vec<String> = new.iter().map(|row| row.account_no.to_string()).collect();
        accounts.sort_unstable();
        accounts.dedup();
        let delivered = Some(new.iter().map(|row| row.settlement_no.clone()).collect());
        if !new.is_empty() {
            settle(base, connection, &Wanted { accounts, delivered, has_new_bills: false }).await?;
        }
        let refused = rows.iter().enumerate().filter_map(|(place, row)| {
            let refusal = if stored.unknown.contains(row.account_no.as_str()) {
                Refusal::of("accountNo", "This account is unknown. Import the file of accounts first.")
            } else if stored.of_reversals.contains(&row.settlement_no) {
                let why = "This number is that of a reversal, which cannot be taken back. Deliver the money as a new settlement.";
                Refusal::of("reversalOf", why)
            } else if stored.different.contains(&row.settlement_no) {
                let why =
                    "A settlement of this number with other content is stored. Take it back by a row with reversalOf.";
                Refusal::of("settlementNo", why)
            } else {
                return None;
            };
            Some((place, refusal))
        });
        Ok(StoreResult { new: new.len() as u64, refused: refused.collect(), ..StoreResult::default() })
    }
}

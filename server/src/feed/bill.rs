//! The file of bills.

use gridbill_core::bills::{EInvoice, EInvoiceStatus, parse_e_invoice_long_id, parse_e_invoice_uuid};
use gridbill_core::number::{AccountNo, BatchId, InvoiceNo};
use gridbill_core::operations::FeedKind;
use gridbill_core::{Day, Instant, Language, Money};
use rust_decimal::Decimal;
use sqlx::PgConnection;

use super::field::{Fields, Refusal};
use super::sql::StoredBills;
use super::{FeedRecord, ImportOptions, NewBatches, StoreResult, sql};
use crate::base::Base;
use crate::settlements::{self, Wanted, settle};

const READING_TYPES: &[&str] = &["actual", "estimated", "final", "special", "unmetered"];

/// One bill of an account.
#[derive(Debug, Clone, PartialEq)]
pub struct Bill {
    pub invoice_no: InvoiceNo,
    pub collective_invoice_no: InvoiceNo,
    pub account_no: AccountNo,
    pub bill_batch_id: BatchId,
    pub extraction_date: Day,
    pub invoice_date: Day,
    pub due_date: Option<Day>,
    pub bill_type: String,
    pub reading_type: &'static str,
    pub reading_start: Option<Day>,
    pub reading_end: Option<Day>,
    pub tariff: String,
    pub consumption_kwh: Option<Decimal>,
    pub maximum_demand_kw: Option<Decimal>,
    pub current_charge: Money,
    pub outstanding_amount: Money,
    pub tax_amount: Money,
    pub total_amount_payable: Money,
    pub last_bill_no: Option<InvoiceNo>,
    pub last_amount_paid: Option<Money>,
    /// Whether the file has the columns of e-invoices. If not, the stored e-invoice stays.
    pub has_e_invoice: bool,
    pub e_invoice: Option<EInvoice>,
    /// Whether the file has the column of reasons. If not, the stored reason stays.
    pub has_disable_payment: bool,
    /// Why the utility has closed the bill for payment; none while it is open.
    pub disable_payment: Option<String>,
}

const E_INVOICE: &[&str] =
    &["eInvoiceUuid", "eInvoiceLongId", "eInvoiceStatus", "eInvoiceValidatedAt", "eInvoiceCancelledAt"];

impl FeedRecord for Bill {
    const KIND: FeedKind = FeedKind::Bills;
    const NOUN: &'static str = "bills";
    const COLUMNS: &'static [&'static str] = &[
        "invoiceNo",
        "collectiveInvoiceNo",
        "accountNo",
        "billBatchId",
        "extractionDate",
        "invoiceDate",
        "dueDate",
        "billType",
        "readingType",
        "readingStart",
        "readingEnd",
        "tariff",
        "consumptionKwh",
        "maximumDemandKw",
        "currentCharge",
        "outstandingAmount",
        "taxAmount",
        "totalAmountPayable",
        "lastBillNo",
        "lastAmountPaid",
    ];
    const OPTIONAL: &'static [&'static [&'static str]] = &[E_INVOICE, &["disablePayment"]];
    const KEY: &'static str = "invoiceNo";

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let bill = Self {
            invoice_no: fields.parse("invoiceNo", InvoiceNo::parse)?,
            collective_invoice_no: fields.parse("collectiveInvoiceNo", InvoiceNo::parse)?,
            account_no: fields.parse("accountNo", AccountNo::parse)?,
            bill_batch_id: fields.parse("billBatchId", BatchId::parse)?,
            extraction_date: fields.day("extractionDate")?,
            invoice_date: fields.day("invoiceDate")?,
            due_date: fields.optional("dueDate", Day::parse)?,
            bill_type: fields.text("billType", 40)?,
            reading_type: fields.one_of("readingType", READING_TYPES)?,
            reading_start: fields.optional("readingStart", Day::parse)?,
            reading_end: fields.optional("readingEnd", Day::parse)?,
            tariff: fields.text("tariff", 60)?,
            consumption_kwh: fields.net_quantity("consumptionKwh")?,
            maximum_demand_kw: fields.quantity("maximumDemandKw")?,
            current_charge: fields.money("currentCharge")?,
            outstanding_amount: fields.money("outstandingAmount")?,
            tax_amount: fields.money("taxAmount")?,
            total_amount_payable: fields.money("totalAmountPayable")?,
            last_bill_no: fields.optional("lastBillNo", InvoiceNo::parse)?,
            last_amount_paid: fields.optional("lastAmountPaid", Money::parse)?,
            has_e_invoice: fields.has("eInvoiceStatus"),
            e_invoice: e_invoice(fields)?,
            has_disable_payment: fields.has("disablePayment"),
            disable_payment: disable_payment(fields)?,
        };
        bill.hold_together()?;
        Ok(bill)
    }

    fn key(&self) -> &str {
        self.invoice_no.as_str()
    }

    async fn prepare(connection: &mut PgConnection, rows: &[Self], options: ImportOptions) -> sqlx::Result<()> {
        let accounts = sql::accounts_with_balances(connection, rows).await?;
        settlements::lock(connection, &accounts).await?;
        sql::begin_reviews(connection, rows, options.new_batches == NewBatches::Wait).await
    }

    async fn store(
        base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let stored = sql::store_bills(connection, rows).await?;
        if stored.new + stored.changed > 0 {
            sql::close_bills(connection, rows).await?;
            let accounts = sql::accounts_with_balances(connection, rows).await?;
            if !accounts.is_empty() {
                settle(base, connection, &Wanted { accounts, delivered: None, has_new_bills: true }).await?;
            }
        }
        let refused = sql::bills_not_stored(connection, rows).await?.into_iter().filter_map(|bill| {
            let place = usize::try_from(bill.place).ok()?.checked_sub(1)?;
            Some((place, bill.refusal()))
        });
        let refused = refused.collect();
        let StoredBills { new, changed, issued } = stored;
        Ok(StoreResult { new, changed, refused, issued, ..StoreResult::default() })
    }
}

/// Parses the reason for which the utility has closed a bill: none while it is open.
fn disable_payment(fields: &Fields<'_>) -> Result<Option<String>, Refusal> {
    let is_open = fields.get("disablePayment").is_empty();
    (!is_open).then(|| fields.text("disablePayment", 200)).transpose()
}

/// Parses the e-invoice of a bill: none if all its fields are empty.
fn e_invoice(fields: &Fields<'_>) -> Result<Option<EInvoice>, Refusal> {
    if E_INVOICE.iter().all(|column| fields.get(column).is_empty()) {
        return Ok(None);
    }
    let e_invoice = EInvoice {
        uuid: fields.parse("eInvoiceUuid", parse_e_invoice_uuid)?,
        long_id: fields.optional("eInvoiceLongId", parse_e_invoice_long_id)?,
        status: fields.parse("eInvoiceStatus", EInvoiceStatus::parse)?,
        validated_at: fields.optional("eInvoiceValidatedAt", Instant::parse)?,
        cancelled_at: fields.optional("eInvoiceCancelledAt", Instant::parse)?,
    };
    match e_invoice.check() {
        Ok(()) => Ok(Some(e_invoice)),
        Err((column, code)) => Err(Refusal::of(column, code.sentence(Language::En))),
    }
}

impl Bill {
    /// Checks rules that concern several fields.
    fn hold_together(&self) -> Result<(), Refusal> {
        if self.due_date.is_some_and(|due| due < self.invoice_date) {
            return Err(Refusal::of("dueDate", "A bill cannot be due before its invoice date."));
        }
        if self.extraction_date < self.invoice_date {
            return Err(Refusal::of("extractionDate", "A bill cannot be extracted before its invoice date."));
        }
        match (self.reading_start, self.reading_end) {
            (Some(start), Some(end)) if end < start => {
                Err(Refusal::of("readingEnd", "A reading cannot end before it starts."))
            }
            (_, Some(end)) if end > self.invoice_date => {
                Err(Refusal::of("readingEnd", "A reading cannot end after the invoice date."))
            }
            (Some(_), None) => Err(Refusal::of("readingEnd", "A reading that starts must end.")),
            (None, Some(_)) => Err(Refusal::of("readingStart", "A reading that ends must start.")),
            _ => Ok(()),
        }
    }
}

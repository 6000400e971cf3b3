//! Queries of the bills and payments that a run looks at.

use gridbill_core::accounting::{
    AccountingDocument, AccountingSource, BillSource, ChargeAmount, PaidBill, PaymentSource, SettlementSource,
};
use gridbill_core::bills::{ChargeKinds, Charges, own_amount};
use gridbill_core::costs::CodingBook;
use gridbill_core::number::{AccountNo, BulkId};
use gridbill_core::payments::PaymentMethod;
use gridbill_core::settlements::SettlementMethod;
use gridbill_core::{Day, Money};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::error::Answer;

/// The place of a bill or payment in the order of a run.
#[derive(Debug, Clone)]
pub struct SourceKey {
    pub day: Day,
    pub number: String,
}

/// A bill or payment that a run looks at.
pub struct FoundSource {
    pub key: SourceKey,
    pub source: AccountingSource,
    /// Whether its e-invoice was cancelled, so that it must not be in the books.
    pub is_cancelled: bool,
    /// Invoice numbers of a settlement's bills that another company has now.
    foreign: Vec<String>,
}

impl FoundSource {
    /// Leaves out the bills that another company has now, unless the document in the books names them. The money that paid them
    /// remains a credit.
    pub fn leave_foreign_bills(&mut self, current: Option<&AccountingDocument>) {
        let AccountingSource::Settlements(settlement) = &mut self.source else { return };
        let is_named = |number: &str| {
            current.is_some_and(|current| current.lines.iter().any(|line| line.invoice_no.as_deref() == Some(number)))
        };
        settlement.bills.retain(|bill| !self.foreign.contains(&bill.invoice_no) || is_named(&bill.invoice_no));
    }
}

struct BillRow {
    invoice_no: String,
    account_no: AccountNo,
    reference_id: Option<String>,
    batch_id: String,
    collective_invoice_no: String,
    invoice_date: Day,
    due_date: Option<Day>,
    period_from: Option<Day>,
    period_to: Option<Day>,
    current_charge: Money,
    outstanding_amount: Money,
    total: Money,
    is_cancelled: bool,
    charges: Option<Json<Charges>>,
}

impl BillRow {
    fn found(self, book: &CodingBook, kinds: &ChargeKinds) -> Answer<FoundSource> {
        let charges = self.charges.map_or_else(|| Ok(Vec::new()), |charges| charges.by_kind(kinds))?;
        let parts = book.parts(self.account_no.as_str(), self.invoice_date).unwrap_or_default().to_vec();
        Ok(FoundSource {
            key: SourceKey { day: self.invoice_date, number: self.invoice_no.clone() },
            is_cancelled: self.is_cancelled,
            foreign: Vec::new(),
            source: AccountingSource::Bills(BillSource {
                invoice_no: self.invoice_no,
                account_no: self.account_no,
                reference_id: self.reference_id,
                batch_id: self.batch_id,
                collective_invoice_no: self.collective_invoice_no,
                invoice_date: self.invoice_date,
                due_date: self.due_date,
                period_from: self.period_from,
                period_to: self.period_to,
                amount: own_amount(self.current_charge, self.outstanding_amount, self.total)?,
                parts,
                charges: charges.into_iter().map(|(kind, role, amount)| ChargeAmount { kind, role, amount }).collect(),
            }),
        })
    }
}

/// Reads bills by invoice date, after one of them. Bills of a batch that waits for its release are left out. Charges
/// are read only with their kinds.
pub async fn bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    from_day: Option<Day>,
    after: Option<&SourceKey>,
    count: i64,
    book: &CodingBook,
    kinds: Option<&ChargeKinds>,
) -> Answer<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        BillRow,
        r#"select b.invoice_no, b.account_no as "account_no: AccountNo", a.reference_id as "reference_id?",
                  b.bill_batch_id as batch_id, b.collective_invoice_no, b.invoice_date as "invoice_date: Day",
                  b.due_date as "due_date: Day", b.reading_start as "period_from: Day", b.reading_end as "period_to: Day",
                  b.current_charge as "current_charge: Money", b.outstanding_amount as "outstanding_amount: Money",
                  b.total_amount_payable as "total: Money",
                  not bill_counts(b.e_invoice_status) as "is_cancelled!",
                  c.charges as "charges?: Json<Charges>"
           from bill b left join electricity_account a on a.account_no = b.account_no and a.bulk_id = b.bulk_id
           left join bill_charges c on $6 and c.bulk_id = b.bulk_id and c.invoice_no = b.invoice_no
           where b.bulk_id = $1 and ($2::date is null or b.invoice_date >= $2)
             and ($3::date is null or (b.invoice_date, b.invoice_no) > ($3, $4))
             and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting')
           order by b.invoice_date, b.invoice_no limit $5"#,
        bulk_id.as_str(),
        from_day.map(Day::date),
        after.map(|after| after.day.date()),
        after.map(|after| after.number.as_str()),
        count,
        kinds.is_some(),
    )
    .fetch_all(db)
    .await?;
    let none = ChargeKinds::default();
    rows.into_iter().map(|row| row.found(book, kinds.unwrap_or(&none))).collect()
}

/// Reads the newest bills, the newest first.
pub async fn newest_bills(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    count: i64,
    book: &CodingBook,
    kinds: &ChargeKinds,
) -> Answer<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        BillRow,
        r#"select b.invoice_no, b.account_no as "account_no: AccountNo", a.reference_id as "reference_id?",
                  b.bill_batch_id as batch_id, b.collective_invoice_no, b.invoice_date as "invoice_date: Day",
                  b.due_date as "due_date: Day", b.reading_start as "period_from: Day", b.reading_end as "period_to: Day",
                  b.current_charge as "current_charge: Money", b.outstanding_amount as "outstanding_amount: Money",
                  b.total_amount_payable as "total: Money",
                  not bill_counts(b.e_invoice_status) as "is_cancelled!",
                  c.charges as "charges?: Json<Charges>"
           from bill b left join electricity_account a on a.account_no = b.account_no and a.bulk_id = b.bulk_id
           left join bill_charges c on c.bulk_id = b.bulk_id and c.invoice_no = b.invoice_no
           where b.bulk_id = $1
             and not exists (select from batch_review r where r.bill_batch_id = b.bill_batch_id and r.state = 'waiting')
           order by b.invoice_date desc, b.invoice_no desc limit $2"#,
        bulk_id.as_str(),
        count,
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| row.found(book, kinds)).collect()
}

struct PaymentRow {
    transaction_no: String,
    paid_on: Day,
    method: PaymentMethod,
    reference: Option<String>,
    amount: Money,
    bills: Json<Vec<PaidBill>>,
}

impl PaymentRow {
    fn found(self) -> FoundSource {
        FoundSource {
            key: SourceKey { day: self.paid_on, number: self.transaction_no.clone() },
            is_cancelled: false,
            foreign: Vec::new(),
            source: AccountingSource::Payments(PaymentSource {
                transaction_no: self.transaction_no,
                paid_on: self.paid_on,
                method: self.method,
                reference: self.reference,
                amount: self.amount,
                bills: self.bills.0,
            }),
        }
    }
}

/// Reads paid payments by number, after one of them. Payments that were taken over are left out: the company has
/// booked them.
pub async fn payments(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    from_day: Option<Day>,
    after: Option<&SourceKey>,
    count: i64,
) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        r#"select p.transaction_no, (r.at at time zone 'Asia/Kuala_Lumpur')::date as "paid_on!: Day",
                  p.method as "method: PaymentMethod",
                  coalesce(f.fpx_txn_id, (select string_agg(n.number, ' ' order by n.version, n.place)
                                          from payment_reference n where n.payment_id = p.payment_id)) as reference,
                  r.amount as "amount: Money",
                  (select jsonb_agg(jsonb_build_object('invoiceNo', i.invoice_no, 'accountNo', i.account_no,
                                                      'amount', i.amount::text) order by i.invoice_no)
                   from payment_item i where i.payment_id = p.payment_id) as "bills!: Json<Vec<PaidBill>>"
           from payment p join receipt r on r.payment_id = p.payment_id
           left join fpx_request f on f.payment_id = p.payment_id
           where p.bulk_id = $1 and payment_is_paid(p.status) and p.taken_over_at is null
             and ($2::date is null or (r.at at time zone 'Asia/Kuala_Lumpur')::date >= $2)
             and ($3::text is null or p.transaction_no > $3)
           order by p.transaction_no limit $4"#,
        bulk_id.as_str(),
        from_day.map(Day::date),
        after.map(|after| after.number.as_str()),
        count,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(PaymentRow::found).collect())
}

/// Reads the newest paid payments of this portal, the newest first.
pub async fn newest_payments(db: &mut PgConnection, bulk_id: &BulkId, count: i64) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        PaymentRow,
        r#"select p.transaction_no, (r.at at time zone 'Asia/Kuala_Lumpur')::date as "paid_on!: Day",
                  p.method as "method: PaymentMethod",
                  coalesce(f.fpx_txn_id, (select string_agg(n.number, ' ' order by n.version, n.place)
                                          from payment_reference n where n.payment_id = p.payment_id)) as reference,
                  r.amount as "amount: Money",
                  (select jsonb_agg(jsonb_build_object('invoiceNo', i.invoice_no, 'accountNo', i.account_no,
                                                      'amount', i.amount::text) order by i.invoice_no)
                   from payment_item i where i.payment_id = p.payment_id) as "bills!: Json<Vec<PaidBill>>"
           from payment p join receipt r on r.payment_id = p.payment_id
           left join fpx_request f on f.payment_id = p.payment_id
           where p.bulk_id = $1 and payment_is_paid(p.status) and p.taken_over_at is null
           order by p.transaction_no desc limit $2"#,
        bulk_id.as_str(),
        count,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(PaymentRow::found).collect())
}

struct SettlementRow {
    settlement_no: String,
    account_no: AccountNo,
    paid_on: Day,
    method: SettlementMethod,
    reference: String,
    amount: Money,
    bills: Json<Vec<PaidBill>>,
    foreign: Vec<String>,
}

impl SettlementRow {
    fn found(self) -> FoundSource {
        FoundSource {
            foreign: self.foreign,
            key: SourceKey { day: self.paid_on, number: self.settlement_no.clone() },
            is_cancelled: false,
            source: AccountingSource::Settlements(SettlementSource {
                settlement_no: self.settlement_no,
                account_no: self.account_no,
                paid_on: self.paid_on,
                method: self.method,
                reference: self.reference,
                amount: self.amount,
                bills: self.bills.0,
            }),
        }
    }
}

/// Reads settlements by day of payment, after one of them, with what they pay or leave as a credit. Left out is the
/// utility's booking of the portal's payments, money that came twice, and what waits. A settlement is of the company that
/// had the account when it was delivered, also after the account left.
pub async fn settlements(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    from_day: Option<Day>,
    after: Option<&SourceKey>,
    count: i64,
) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        SettlementRow,
        r#"select s.settlement_no, s.account_no as "account_no: AccountNo", s.paid_on as "paid_on: Day",
                  s.method as "method: SettlementMethod", s.reference, p.amount as "amount!: Money",
                  p.bills as "bills!: Json<Vec<PaidBill>>",
                  array(select b.invoice_no from settlement_part t join bill b using (invoice_no)
                        where t.settlement_no = s.settlement_no and b.bulk_id is distinct from s.bulk_id) as "foreign!"
           from settlement s cross join lateral booked_parts(s.settlement_no) p
           where s.bulk_id = $1 and s.reversal_of is null and ($2::date is null or s.paid_on >= $2)
             and ($3::date is null or (s.paid_on, s.settlement_no) > ($3, $4))
           order by s.paid_on, s.settlement_no limit $5"#,
        bulk_id.as_str(),
        from_day.map(Day::date),
        after.map(|after| after.day.date()),
        after.map(|after| after.number.as_str()),
        count,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(SettlementRow::found).collect())
}

/// Reads the newest settlements that pay something, the newest first.
pub async fn newest_settlements(db: &mut PgConnection, bulk_id: &BulkId, count: i64) -> sqlx::Result<Vec<FoundSource>> {
    let rows = sqlx::query_as!(
        SettlementRow,
        r#"select s.settlement_no, s.account_no as "account_no: AccountNo", s.paid_on as "paid_on: Day",
                  s.method as "method: SettlementMethod", s.reference, p.amount as "amount!: Money",
                  p.bills as "bills!: Json<Vec<PaidBill>>",
                  array(select b.invoice_no from settlement_part t join bill b using (invoice_no)
                        where t.settlement_no = s.settlement_no and b.bulk_id is distinct from s.bulk_id) as "foreign!"
           from settlement s cross join lateral booked_parts(s.settlement_no) p
           where s.bulk_id = $1 and s.reversal_of is null and p.amount > 0
           order by s.paid_on desc, s.settlement_no desc limit $2"#,
        bulk_id.as_str(),
        count,
    )
    .fetch_all(db)
    .await?;
    let mut found: Vec<_> = rows.into_iter().map(SettlementRow::found).collect();
    for found in &mut found {
        found.leave_foreign_bills(None);
    }
    Ok(found)
}

//! Queries about bank lines as evidence for payments, and about money that was counted before its line arrived.

use std::collections::BTreeMap;

use gridbill_core::bank_statements::{Booking, ExpectedTransfer, KnownLine, LineDecision};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Day, Instant, Money};
use rust_decimal::Decimal;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

/// Locks all bank lines until the transaction ends, so that no other transaction uses the same free line. Every
/// transaction locks payments and bills first.
pub async fn lock_lines(db: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('bank lines', 0))").execute(db).await.map(drop)
}

/// The references and amounts of a payment's last submission.
pub struct Submission {
    /// The payment's version at that submission: 1, or the version of a paid difference.
    pub version: i32,
    pub numbers: Vec<String>,
    pub amounts: Vec<Money>,
    pub at: Instant,
}

pub async fn submission(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<Submission> {
    sqlx::query_as!(
        Submission,
        r#"select r.version as "version!", array_agg(r.number order by r.place) as "numbers!",
                  array_agg(r.amount order by r.place) as "amounts!: Vec<Money>",
                  coalesce((select max(f.happened_at) from fact f
                            where f.subject = 'payment:' || $1::uuid and f.kind = 'DifferencePaid'),
                           (select requested_at from payment where payment_id = $1)) as "at!: Instant"
           from payment_reference r where r.payment_id = $1
           group by r.version order by r.version desc limit 1"#,
        payment_id,
    )
    .fetch_one(db)
    .await
}

/// Whether this part of a submission, or the sum that arrived, is already counted: it has a line or awaits its line. An
/// overpayment is counted when it is found, before it is accepted.
pub async fn is_counted(
    db: &mut PgConnection,
    payment_id: Uuid,
    since: i32,
    part: &ExpectedTransfer,
    arrived: Money,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from bank_line_used where payment_id = $1 and version >= $2 and amount in ($4, $5))
               or exists (select from bank_money_awaited
                          where payment_id = $1 and version >= $2 and number_key = $3 and amount = $4) as "is_counted!""#,
        payment_id,
        since,
        part.number_key,
        part.amount.decimal(),
        arrived.decimal(),
    )
    .fetch_one(db)
    .await
}

/// A credit line of a bank statement, with what the bank says about it.
#[derive(Debug, Clone)]
pub struct KnownRow {
    pub statement_id: Uuid,
    pub bank_id: String,
    pub file_name: String,
    pub uploaded_at: Instant,
    pub line: i32,
    pub day: Day,
    pub amount: Money,
    pub reference: String,
    pub description: String,
    source: String,
    account: Option<String>,
    booking_day: Option<Day>,
    value_day: Option<Day>,
    booked_at: Option<Instant>,
    pub entry_amount: Option<Money>,
    bank_references: Json<BTreeMap<String, String>>,
    reference_key: String,
    taken: Money,
    /// The payment that took the first share.
    pub used_by: Option<TransactionNo>,
    other_statements: Vec<Uuid>,
    other_lines: Vec<i32>,
}

/// The source of lines that an earlier version stored. It kept one normalised reference, or the description.
const EARLIER: &str = "earlier";

impl KnownRow {
    /// The line as core compares it.
    pub fn known(&self) -> KnownLine {
        let references = if self.source == EARLIER {
            BTreeMap::from([(EARLIER.to_owned(), self.reference_key.clone())])
        } else {
            self.bank_references.0.clone()
        };
        KnownLine {
            file: self.statement_id.as_u128(),
            line: row_number(self.line),
            uploaded_at: self.uploaded_at,
            booking: Booking {
                source: self.source.clone(),
                account: self.account.clone(),
                day: self.day,
                booking_day: self.booking_day,
                value_day: self.value_day,
                instant: self.booked_at,
                entry_amount: self.entry_amount,
                references,
            },
            reference: self.reference.clone(),
            description: self.description.clone(),
            amount: self.amount,
            taken: self.taken,
            used_by: self.used_by.as_ref().map(ToString::to_string),
            other_than: self
                .other_statements
                .iter()
                .zip(&self.other_lines)
                .map(|(statement, line)| (statement.as_u128(), row_number(*line)))
                .collect(),
        }
    }

    #[must_use]
    pub fn is_used(&self) -> bool {
        self.taken.is_positive()
    }

    /// The kind of file, with the days that it says, as in [`list_mixed`].
    #[must_use]
    pub fn kind(&self) -> (&str, bool, bool) {
        (&self.source, self.booking_day.is_none(), self.value_day.is_none())
    }
}

fn row_number(line: i32) -> u32 {
    u32::try_from(line).unwrap_or_default()
}

/// Lists those of the amounts whose lines in these days are of several kinds of file. Within one kind, lines of different
/// days are different transfers (`Booking::may_be` in core).
pub async fn list_mixed(
    db: &mut PgConnection,
    amounts: &[Decimal],
    (from, to): (Day, Day),
) -> sqlx::Result<Vec<Decimal>> {
    sqlx::query_scalar!(
        r#"select l.amount as "amount!"
           from bank_statement_line l,
                lateral (select concat(l.booking_day is null, l.value_day is null, l.source) as name) kind
           where l.problem is null and l.amount = any($1) and l.day between $2 and $3
           group by l.amount having min(kind.name) <> max(kind.name)"#,
        amounts,
        from.date(),
        to.date(),
    )
    .fetch_all(db)
    .await
}

/// Lists the lines with these amounts, or of entries with these amounts, in these days, in all statements, those of the
/// earliest upload first.
pub async fn list_known(
    db: &mut PgConnection,
    amounts: &[Decimal],
    of_entries: &[Decimal],
    (from, to): (Day, Day),
) -> sqlx::Result<Vec<KnownRow>> {
    sqlx::query_as!(
        KnownRow,
        r#"select l.statement_id, s.bank_id, s.file_name, s.uploaded_at as "uploaded_at: Instant", l.line, l.day as "day!: Day",
                  l.amount as "amount!: Money", l.reference, l.description, l.source, l.account,
                  l.booking_day as "booking_day: Day", l.value_day as "value_day: Day", l.booked_at as "booked_at: Instant",
                  l.entry_amount as "entry_amount: Money",
                  l.bank_references as "bank_references: Json<BTreeMap<String, String>>", l.reference_key,
                  (select coalesce(sum(u.share), 0) from bank_line_used u
                   where u.statement_id = l.statement_id and u.line = l.line) as "taken!: Money",
                  (select p.transaction_no from bank_line_used u join payment p using (payment_id)
                   where u.statement_id = l.statement_id and u.line = l.line
                   order by u.decided_at, p.transaction_no limit 1) as "used_by: TransactionNo",
                  array(select d.other_statement_id from bank_line_declared_other d
                        where (d.statement_id, d.line) = (l.statement_id, l.line)
                        order by d.other_statement_id, d.other_line) as "other_statements!",
                  array(select d.other_line from bank_line_declared_other d
                        where (d.statement_id, d.line) = (l.statement_id, l.line)
                        order by d.other_statement_id, d.other_line) as "other_lines!"
           from bank_statement_line l join bank_statement s using (statement_id)
           where l.problem is null and (l.amount = any($1) or l.entry_amount is not null and l.entry_amount = any($4))
             and l.day between $2 and $3
           order by l.amount, s.uploaded_at, l.statement_id, l.line"#,
        amounts,
        from.date(),
        to.date(),
        of_entries,
    )
    .fetch_all(db)
    .await
}

/// A line of which a payment took a share.
pub struct SharedLine {
    pub day: Day,
    pub reference: String,
    pub description: String,
    pub used_by: TransactionNo,
    pub used_by_id: Uuid,
}

/// Lists the lines in these days of which a payment took this amount as its share, with that payment.
pub async fn shared(db: &mut PgConnection, share: Money, from: Day, to: Day) -> sqlx::Result<Vec<SharedLine>> {
    sqlx::query_as!(
        SharedLine,
        r#"select u.day as "day: Day", l.reference, l.description, p.transaction_no as "used_by: TransactionNo",
                  p.payment_id as used_by_id
           from bank_line_used u join bank_statement_line l using (statement_id, line) join payment p using (payment_id)
           where u.share = $1 and u.share < u.amount and u.day between $2 and $3
           order by u.decided_at"#,
        share.decimal(),
        from.date(),
        to.date(),
    )
    .fetch_all(db)
    .await
}

/// The shares of a line that payments have taken.
pub struct LineUse {
    pub day: Day,
    pub amount: Money,
    pub shares: Money,
}

pub async fn line_use(db: impl PgExecutor<'_>, statement_id: Uuid, line: i32) -> sqlx::Result<Option<LineUse>> {
    sqlx::query_as!(
        LineUse,
        r#"select l.day as "day!: Day", l.amount as "amount!: Money",
                  (select coalesce(sum(u.share), 0) from bank_line_used u
                   where u.statement_id = l.statement_id and u.line = l.line) as "shares!: Money"
           from bank_statement_line l where l.statement_id = $1 and l.line = $2 and l.problem is null"#,
        statement_id,
        line,
    )
    .fetch_optional(db)
    .await
}

/// Whether money of a payment's last submission was counted, with a line or before its line came.
pub async fn is_money_counted(db: &mut PgConnection, payment_id: Uuid, since: i32) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (select from bank_line_used where payment_id = $1 and version >= $2)
               or exists (select from bank_money_awaited where payment_id = $1 and version >= $2) as "is_counted!""#,
        payment_id,
        since,
    )
    .fetch_one(db)
    .await
}

/// The amount that a payment counted before its line came, and the version of the decision.
pub async fn awaited_of(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<Option<(Money, i32)>> {
    let row = sqlx::query!(
        r#"select sum(amount) as "amount: Money", max(version) as version from bank_money_awaited where payment_id = $1"#,
        payment_id,
    );
    let row = row.fetch_one(db).await?;
    Ok(row.amount.zip(row.version))
}

/// Deletes a payment's awaited money, because its lines have arrived.
pub async fn stop_awaiting(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from bank_money_awaited where payment_id = $1", payment_id).execute(db).await.map(drop)
}

/// Money that was counted before its line arrived.
pub struct AwaitedMoney {
    pub payment_id: Uuid,
    pub transaction_no: TransactionNo,
    pub number_key: String,
    pub amount: Money,
    pub day: Day,
}

/// Lists awaited money of these days, with this amount if given.
pub async fn awaited(
    db: impl PgExecutor<'_>,
    amount: Option<Money>,
    from: Day,
    to: Day,
) -> sqlx::Result<Vec<AwaitedMoney>> {
    sqlx::query_as!(
        AwaitedMoney,
        r#"select a.payment_id, p.transaction_no as "transaction_no: TransactionNo", a.number_key, a.amount as "amount: Money",
                  a.day as "day: Day"
           from bank_money_awaited a join payment p using (payment_id)
           where ($1::numeric is null or a.amount = $1) and a.day between $2 and $3
           order by a.day, p.transaction_no"#,
        amount.map(Money::decimal) as Option<Decimal>,
        from.date(),
        to.date(),
    )
    .fetch_all(db)
    .await
}

/// Stores that a part was counted without a line.
pub async fn await_money(
    db: &mut PgConnection,
    payment_id: Uuid,
    version: i32,
    part: &ExpectedTransfer,
    day: Day,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into bank_money_awaited (payment_id, version, number_key, amount, day, place)
         select $1, $2, $3, $4, $5, count(*) + 1 from bank_money_awaited
         where payment_id = $1 and version = $2 and number_key = $3",
        payment_id,
        version,
        part.number_key,
        part.amount.decimal(),
        day.date(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Frees the lines of a declined payment, which has taken no money.
pub async fn release(db: &mut PgConnection, payment_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("delete from bank_money_awaited where payment_id = $1", payment_id).execute(&mut *db).await?;
    sqlx::query!("delete from bank_line_used where payment_id = $1", payment_id).execute(db).await.map(drop)
}

/// The use of a line as evidence for a payment.
pub struct NewUse {
    pub payment_id: Uuid,
    pub version: i32,
    pub decision: LineDecision,
    /// The payment's share of the line; `None` for the whole line.
    pub share: Option<Money>,
    pub by: Uuid,
    pub at: Instant,
}

/// Stores the use of a line under the line's identity. Returns false if the line no longer exists.
pub async fn use_line(db: &mut PgConnection, statement_id: Uuid, line: i32, used: &NewUse) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into bank_line_used (bank_id, day, reference_key, amount, ordinal, payment_id, version, decision, statement_id,
                                     line, decided_by, decided_at, share)
         select s.bank_id, l.day, l.reference_key, l.amount, l.ordinal, $3, $4, $5, l.statement_id, l.line, $6, $7,
                coalesce($8, l.amount)
         from bank_statement s join bank_statement_line l using (statement_id)
         where s.statement_id = $1 and l.line = $2 and l.problem is null",
        statement_id,
        line,
        used.payment_id,
        used.version,
        used.decision as _,
        used.by,
        used.at.utc(),
        used.share.map(Money::decimal) as Option<Decimal>,
    );
    Ok(added.execute(db).await?.rows_affected() == 1)
}

//! The bank lines that officers use as evidence, on all screens. A line belongs to one payment, unless an officer
//! divides it (docs/domain/bank-statements.md#one-line-one-payment).

use gridbill_core::bank_statements::{
    EXACT_DAYS, ExpectedTransfer, FoundMoney, LineDecision, PaymentOfLine, SearchedMoney, contains_number, is_timely,
    split_by_number,
};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Code, Day, Money, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::Context;
use crate::auth::who::Staff;
use crate::error::{Answer, Error};
use crate::payments::known::{Known, counted_money, line_needed};
use crate::payments::sql::lines::{self as sql, NewUse, SharedLine, Submission};
use crate::payments::transition::LockedPayment;

/// The bank lines on which an officer bases a decision.
#[derive(Debug, Clone, Copy)]
pub enum Evidence<'a> {
    /// This line of a statement.
    Line { statement_id: Uuid, line: i32 },
    /// Shares of lines that the caller has checked.
    Shares(&'a [LineShare]),
    /// The open line with the payment's number and amount, if a statement has it.
    OpenLine,
}

/// A payment's share of a line.
#[derive(Debug, Clone, Copy)]
pub struct LineShare {
    pub statement_id: Uuid,
    pub line: i32,
    pub amount: Money,
}

/// The money that an officer counts as arrived.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    pub decision: LineDecision,
    /// All money that arrived for the payment, including earlier versions.
    pub paid: Money,
}

/// Uses the decision's bank lines, so that no other payment can use them. If no statement has the line yet, the payment
/// awaits it.
/// Fails with [`Code::BankLineUsed`] when another payment uses the line, [`Code::BankLineNeeded`] when money with this
/// number and amount was counted for another payment. Nothing is written then.
pub async fn take(
    context: &Context,
    db: &mut PgConnection,
    who: &Staff,
    locked: &LockedPayment,
    counted: Counted,
    evidence: Evidence<'_>,
) -> Answer<()> {
    // The lock order of all transactions: payments, bills, lines.
    LockedPayment::lock_bills(db, std::iter::once(locked.payment_id)).await?;
    sql::lock_lines(db).await?;
    let taking = Taking { context, who, locked, decision: counted.decision };
    match evidence {
        Evidence::Line { statement_id, line } => {
            check_free(db, locked, statement_id, line).await?;
            taking.write(db, statement_id, line).await
        }
        Evidence::Shares(shares) => write_shares(context, db, who, locked, locked.state.version, shares).await,
        Evidence::OpenLine => taking.open_lines(db, counted.paid).await,
    }
}

/// Locks the lines for a transaction that decides several payments. It must lock all payments and bills before.
pub async fn lock(db: &mut PgConnection) -> Answer<()> {
    Ok(sql::lock_lines(db).await?)
}

/// Stores the shares of lines that a payment takes.
/// Fails when a line does not exist, or the database refuses shares above the line's amount. The caller has checked
/// both.
pub async fn write_shares(
    context: &Context,
    db: &mut PgConnection,
    who: &Staff,
    locked: &LockedPayment,
    version: i32,
    shares: &[LineShare],
) -> Answer<()> {
    for share in shares {
        let used = NewUse {
            payment_id: locked.payment_id,
            version,
            decision: LineDecision::Accept,
            share: Some(share.amount),
            by: who.person.person_id,
            at: context.now(),
        };
        if !sql::use_line(db, share.statement_id, share.line, &used).await? {
            return Err(anyhow::anyhow!("a bank line that exists under the lock could not be used").into());
        }
    }
    Ok(())
}

/// Refuses a line that belongs to another payment. It may be used already, in this or another statement, or match money
/// that was counted before the line came.
/// Fails with [`Code::BankLineUsed`], [`Code::BankLineNeeded`] for a line that may be the same transfer as a used line,
/// or [`Code::BankLineChanged`] when the line no longer exists.
pub async fn check_free(db: &mut PgConnection, locked: &LockedPayment, statement_id: Uuid, line: i32) -> Answer<()> {
    let (known, own) = known_line(&mut *db, statement_id, line).await?;
    known.check_open(own)?;
    let numbers = numbers(&mut *db, locked).await?;
    check_held(db, (&known, own), &[PaymentOfLine { no: locked.transaction_no.as_str(), numbers: &numbers }]).await
}

/// The numbers of a payment's last submission.
pub async fn numbers(db: &mut PgConnection, locked: &LockedPayment) -> Answer<Vec<String>> {
    Ok(sql::submission(db, locked.payment_id).await?.numbers)
}

/// Loads a line with the lines that may be the same transfer. Returns them with the line's index.
/// Fails with [`Code::BankLineChanged`] when the line no longer exists.
pub async fn known_line(db: &mut PgConnection, statement_id: Uuid, line: i32) -> Answer<(Known, usize)> {
    let own = sql::line_use(&mut *db, statement_id, line).await?.ok_or(Code::BankLineChanged)?;
    let known = Known::around(db, own.amount, own.day).await?;
    let at = known.index_of(statement_id, line).ok_or(Code::BankLineChanged)?;
    Ok((known, at))
}

/// Refuses a line that is or may be money counted earlier, unless that money belongs to one of these payments.
/// Fails with [`Code::BankLineUsed`], [`Code::BankLineNeeded`] or [`Code::BankLineUnnamed`].
pub async fn check_held(
    db: &mut PgConnection,
    (known, at): (&Known, usize),
    payments: &[PaymentOfLine<'_>],
) -> Answer<()> {
    let own = known.row(at);
    // Twice the usual range: counted money may match a line that is further away than the money itself.
    let (from, to) = (own.day.plus_days(-2 * EXACT_DAYS), own.day.plus_days(2 * EXACT_DAYS));
    let counted = sql::awaited(&mut *db, Some(own.amount), from, to).await?;
    match known.lines.holder(at, &counted_money(&counted), payments) {
        Some(holder) => Err(known.held(at, holder, &counted[holder.counted()].transaction_no).into()),
        None => Ok(()),
    }
}

/// Frees the lines of a declined payment. It has taken no money, and the lines may pay for another payment.
pub async fn release(db: &mut PgConnection, locked: &LockedPayment) -> Answer<()> {
    LockedPayment::lock_bills(db, std::iter::once(locked.payment_id)).await?;
    sql::lock_lines(db).await?;
    Ok(sql::release(db, locked.payment_id).await?)
}

/// A payment that takes its bank lines.
struct Taking<'a> {
    context: &'a Context,
    who: &'a Staff,
    locked: &'a LockedPayment,
    decision: LineDecision,
}

impl Taking<'_> {
    /// Takes the lines of the last submission, by reference number.
    async fn open_lines(&self, db: &mut PgConnection, paid: Money) -> Answer<()> {
        let submission = sql::submission(&mut *db, self.locked.payment_id).await?;
        let before = arrived_before(self.locked, &submission)?;
        let day = Day::at(submission.at);
        let numbers: Vec<_> = submission.numbers.into_iter().zip(submission.amounts).collect();
        let arrived = paid.minus(before)?;
        let mut parts = Vec::new();
        // What an earlier decision counted, before anything of this one is written: two transfers may have one amount.
        for part in split_by_number(&numbers, arrived) {
            if !sql::is_counted(&mut *db, self.locked.payment_id, submission.version, &part, arrived).await? {
                parts.push(part);
            }
        }
        let (mut left, mut missing) = (arrived, Vec::new());
        for part in &parts {
            match self.take(&mut *db, part, day).await? {
                Ok(()) => left = left.minus(part.amount)?,
                Err(refusal) => missing.push((part, refusal)),
            }
        }
        // When less arrived than the numbers add up to, the lines may be all of it.
        for (part, refusal) in missing.into_iter().filter(|_| left.is_positive()) {
            if let Some(refusal) = refusal {
                return Err(refusal);
            }
            sql::await_money(&mut *db, self.locked.payment_id, self.locked.state.version, part, day).await?;
        }
        Ok(())
    }

    /// Takes the nearest open line of this number and amount, and leaves lines that money counted earlier awaits.
    /// Without a line, returns why the payment cannot await it, or `Err(None)` if it can.
    async fn take(
        &self,
        db: &mut PgConnection,
        part: &ExpectedTransfer,
        day: Day,
    ) -> Answer<Result<(), Option<Error>>> {
        let (from, to) = (day.plus_days(-2 * EXACT_DAYS), day.plus_days(2 * EXACT_DAYS));
        let own = self.locked.payment_id;
        let mut counted = sql::awaited(&mut *db, Some(part.amount), from, to).await?;
        counted.retain(|one| one.payment_id != own);
        let known = Known::around(&mut *db, part.amount, day).await?;
        let payment_no = self.locked.transaction_no.as_str();
        let search = SearchedMoney { payment_no, number_key: &part.number_key, day };
        let refusal = match known.lines.find(search, &counted_money(&counted)) {
            FoundMoney::Line(line) => {
                let line = known.row(line);
                return self.write(db, line.statement_id, line.line).await.map(Ok);
            }
            FoundMoney::Held { line, holder } => {
                Some(known.held(line, holder, &counted[holder.counted()].transaction_no))
            }
            FoundMoney::Repeated { line, used } => Some(known.repeated(line, used)),
            FoundMoney::Used(line) => Some(known.repeated(line, line)),
            FoundMoney::Counted(other) => Some(line_needed(counted[other].transaction_no.as_str(), "")),
            FoundMoney::Missing => {
                // A share of a larger transfer also counts as money with this number and amount.
                let is_own_number = |line: &SharedLine| {
                    is_timely(line.day, day)
                        && line.used_by_id != own
                        && contains_number(&line.reference, &line.description, &part.number_key)
                };
                let shared = sql::shared(&mut *db, part.amount, from, to).await?;
                shared.into_iter().find(is_own_number).map(|line| line_needed(line.used_by.as_str(), ""))
            }
        };
        Ok(Err(refusal.map(Into::into)))
    }

    async fn write(&self, db: &mut PgConnection, statement_id: Uuid, line: i32) -> Answer<()> {
        let used = NewUse {
            payment_id: self.locked.payment_id,
            version: self.locked.state.version,
            decision: self.decision,
            share: None,
            by: self.who.person.person_id,
            at: self.context.now(),
        };
        if sql::use_line(db, statement_id, line, &used).await? {
            return Ok(());
        }
        Err(anyhow::anyhow!("a bank line that is free under the lock could not be used").into())
    }
}

/// The money that had arrived before the last submission, which may be for a difference.
fn arrived_before(locked: &LockedPayment, submission: &Submission) -> Result<Money, Code> {
    let submitted = Money::sum(submission.amounts.iter().copied())?;
    if submission.version > 1 { locked.state.billed.minus(submitted) } else { Ok(Money::ZERO) }
}

/// The money that the last submission of a payment awaiting approval should bring.
/// Fails with [`Code::BankMoneyCounted`] when money of that submission was counted already.
pub async fn expected(db: &mut PgConnection, locked: &LockedPayment) -> Answer<Money> {
    let submission = sql::submission(&mut *db, locked.payment_id).await?;
    if sql::is_money_counted(&mut *db, locked.payment_id, submission.version).await? {
        return Err(used(Code::BankMoneyCounted, &locked.transaction_no));
    }
    Ok(locked.state.credits()?.minus(arrived_before(locked, &submission)?)?)
}

fn used(code: Code, by: &TransactionNo) -> Error {
    Problem::new(code).with("transactionNo", by.as_str()).into()
}

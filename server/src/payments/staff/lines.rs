//! The bank lines that officers use as evidence, on all screens. A line belongs to one payment, unless an officer
//! divides it (docs/domain/bank-statements.md#one-line-one-payment).

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bank_statements::{
    EXACT_DAYS, ExpectedTransfer, LineDecision, assign, contains_number, free_line, is_timely, split_by_number,
};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Code, Day, Money, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::Context;
use crate::auth::who::Staff;
use crate::error::{Answer, Error};
use crate::payments::sql::lines::{self as sql, AwaitedMoney, MoneyLine, NewUse, Submission};
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
///
/// # Errors
/// [`Code::BankLineUsed`] when another payment uses the line, [`Code::BankLineNeeded`] when money with this number and
/// amount was counted for another payment. Nothing is written then.
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
///
/// # Errors
/// When the database does not answer.
pub async fn lock(db: &mut PgConnection) -> Answer<()> {
    Ok(sql::lock_lines(db).await?)
}

/// Stores the shares of lines that a payment takes.
///
/// # Errors
/// When a line does not exist, or the database refuses shares above the line's amount. The caller has checked both.
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
///
/// # Errors
/// [`Code::BankLineUsed`], or [`Code::BankLineChanged`] when the line no longer exists.
pub async fn check_free(db: &mut PgConnection, locked: &LockedPayment, statement_id: Uuid, line: i32) -> Answer<()> {
    let around = Around::of(&mut *db, statement_id, line).await?;
    if let Some(by) = around.own_money().find_map(|one| one.used_by.as_ref()) {
        return Err(used(Code::BankLineUsed, by));
    }
    around.check_holder(db, &[locked.payment_id]).await
}

/// Refuses a line that matches money counted earlier, unless that money belongs to one of these payments.
///
/// # Errors
/// As [`check_free`].
pub async fn check_holder(db: &mut PgConnection, payments: &[Uuid], statement_id: Uuid, line: i32) -> Answer<()> {
    Around::of(&mut *db, statement_id, line).await?.check_holder(db, payments).await
}

/// A line with all lines of the same amount from around the same days.
struct Around {
    lines: Vec<MoneyLine>,
    own: usize,
}

impl Around {
    async fn of(db: &mut PgConnection, statement_id: Uuid, line: i32) -> Answer<Self> {
        let (day, amount) = sql::money_of(&mut *db, statement_id, line).await?.ok_or(Code::BankLineChanged)?;
        // Twice the usual range: awaited money may match a line that is further away than the money itself.
        let lines =
            sql::list_with_amount(&mut *db, amount, day.plus_days(-2 * EXACT_DAYS), day.plus_days(2 * EXACT_DAYS))
                .await?;
        let own = lines.iter().position(|one| one.statement_id == statement_id && one.line == line);
        Ok(Self { own: own.ok_or(Code::BankLineChanged)?, lines })
    }

    fn own(&self) -> &MoneyLine {
        &self.lines[self.own]
    }

    /// The same bank line in all statements that hold it.
    fn own_money(&self) -> impl Iterator<Item = &MoneyLine> {
        self.lines.iter().filter(|one| is_same_money(one, self.own()))
    }

    async fn check_holder(&self, db: &mut PgConnection, payments: &[Uuid]) -> Answer<()> {
        let own = self.own();
        let (from, to) = (own.day.plus_days(-2 * EXACT_DAYS), own.day.plus_days(2 * EXACT_DAYS));
        let counted = sql::awaited(&mut *db, Some(own.amount), from, to).await?;
        // A line with a payment's own number is that payment's money.
        let is_named = |one: &&AwaitedMoney| {
            !payments.contains(&one.payment_id)
                && contains_number(&own.reference, &own.description, one.transaction_no.as_str())
        };
        if let Some(holder) = counted.iter().find(is_named) {
            return Err(used(Code::BankLineUsed, &holder.transaction_no));
        }
        let says = |one: &&AwaitedMoney| {
            !payments.contains(&one.payment_id) && contains_number(&own.reference, &own.description, &one.number_key)
        };
        let numbers: BTreeSet<&str> = counted.iter().filter(says).map(|one| one.number_key.as_str()).collect();
        for number_key in numbers {
            let same: Vec<_> = counted.iter().filter(says).filter(|one| one.number_key == number_key).collect();
            let free = free_money(&self.lines, &[number_key]);
            let days: Vec<Day> = free.iter().map(|money| money.day).collect();
            let submitted: Vec<Day> = same.iter().map(|one| one.day).collect();
            let place = free.iter().position(|money| money.lines.iter().any(|line| is_same_money(line, own)));
            let holder = assign(&days, &submitted).iter().position(|line| line.is_some() && *line == place);
            if let Some(holder) = holder {
                return Err(used(Code::BankLineUsed, &same[holder].transaction_no));
            }
        }
        Ok(())
    }
}

/// Frees the lines of a declined payment. It has taken no money, and the lines may pay for another payment.
///
/// # Errors
/// When the database does not answer.
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

/// The same bank line in all statements that hold it: equal day, reference, amount and ordinal.
struct FreeMoney<'a> {
    day: Day,
    /// The line of the earliest uploaded statement comes first.
    lines: Vec<&'a MoneyLine>,
}

impl Taking<'_> {
    /// Takes the lines of the last submission, by reference number.
    async fn open_lines(&self, db: &mut PgConnection, paid: Money) -> Answer<()> {
        let submission = sql::submission(&mut *db, self.locked.payment_id).await?;
        let before = arrived_before(self.locked, &submission)?;
        let day = Day::at(submission.at);
        let numbers: Vec<_> = submission.numbers.into_iter().zip(submission.amounts).collect();
        let arrived = paid.minus(before)?;
        for part in split_by_number(&numbers, arrived) {
            if !sql::is_counted(&mut *db, self.locked.payment_id, submission.version, &part, arrived).await? {
                self.part(db, &part, day).await?;
            }
        }
        Ok(())
    }

    /// Takes the nearest open line of this number and amount, and leaves lines that money counted earlier awaits.
    /// Without a line, the payment awaits it.
    async fn part(&self, db: &mut PgConnection, part: &ExpectedTransfer, day: Day) -> Answer<()> {
        let (from, to) = (day.plus_days(-2 * EXACT_DAYS), day.plus_days(2 * EXACT_DAYS));
        let mut counted = sql::awaited(&mut *db, Some(part.amount), from, to).await?;
        counted.retain(|one| one.number_key == part.number_key && one.payment_id != self.locked.payment_id);
        // A wider range: those payments may match lines that are further away than this payment's own.
        let (from, to) = (from.plus_days(-EXACT_DAYS), to.plus_days(EXACT_DAYS));
        let around = sql::list_with_amount(&mut *db, part.amount, from, to).await?;
        let mut free = free_money(&around, &[part.number_key.as_str(), self.locked.transaction_no.as_str()]);
        let submitted: Vec<Day> = counted.iter().map(|one| one.day).collect();
        let mut held = None;
        while let Some(found) = free_line(&free.iter().map(|money| money.day).collect::<Vec<_>>(), &submitted, day) {
            let line = free.remove(found).lines[0];
            // The line's text may also contain the number of other money that was counted.
            match check_free(&mut *db, self.locked, line.statement_id, line.line).await {
                Ok(()) => return self.write(db, line.statement_id, line.line).await,
                Err(Error::Refused(why)) => held = Some(why),
                Err(error) => return Err(error),
            }
        }
        if let Some(why) = held {
            return Err(why.into());
        }
        let own = self.locked.payment_id;
        let is_own_number = |line: &&MoneyLine| {
            is_timely(line.day, day)
                && line.used_by_id.is_some_and(|used_by| used_by != own)
                && contains_number(&line.reference, &line.description, &part.number_key)
        };
        // A share of a larger transfer also counts as money with this number and amount.
        let shared = sql::shared(&mut *db, part.amount, from, to).await?;
        let used_by = around.iter().chain(&shared).find(is_own_number).and_then(|line| line.used_by.as_ref());
        if let Some(other) = used_by.or_else(|| counted.first().map(|one| &one.transaction_no)) {
            return Err(used(Code::BankLineNeeded, other));
        }
        Ok(sql::await_money(db, own, self.locked.state.version, part, day).await?)
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
///
/// # Errors
/// [`Code::BankMoneyCounted`] when money of that submission was counted already.
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

fn is_same_money(one: &MoneyLine, other: &MoneyLine) -> bool {
    (one.day, &one.reference_key, one.amount, one.ordinal)
        == (other.day, &other.reference_key, other.amount, other.ordinal)
}

/// Returns the unused lines that name one of these numbers, each bank line once.
fn free_money<'a>(lines: &'a [MoneyLine], number_keys: &[&str]) -> Vec<FreeMoney<'a>> {
    let mut found: BTreeMap<(Day, &str, i32), FreeMoney<'a>> = BTreeMap::new();
    let says = |line: &&MoneyLine| {
        number_keys.iter().any(|number_key| contains_number(&line.reference, &line.description, number_key))
    };
    for line in lines.iter().filter(says) {
        let money = found.entry((line.day, line.reference_key.as_str(), line.ordinal));
        money.or_insert_with(|| FreeMoney { day: line.day, lines: Vec::new() }).lines.push(line);
    }
    found.into_values().filter(|money| money.lines.iter().all(|line| line.used_by_id.is_none())).collect()
}

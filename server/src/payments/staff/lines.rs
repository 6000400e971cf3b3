//! The bank's lines by which officers decide, on whichever screen: each line is of one payment, unless an officer divides it
//! (docs/domain/bank-statements.md#one-line-one-payment).

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bank_statements::{
    EXACT_DAYS, LineDecision, Part, assign, free_line, is_timely, parts, says_number,
};
use gridbill_core::number::TransactionNo;
use gridbill_core::{Code, Day, Money, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::app::Context;
use crate::auth::who::Staff;
use crate::error::{Answer, Error};
use crate::payments::sql::lines::{self as sql, AwaitedMoney, MoneyLine, NewUse, Submission};
use crate::payments::transition::Locked;

/// By what an officer decides.
#[derive(Debug, Clone, Copy)]
pub enum Evidence<'a> {
    /// This line of a statement.
    Line { statement_id: Uuid, line: i32 },
    /// These shares of lines, which the caller has checked.
    Shares(&'a [LineShare]),
    /// The open line with the payment's number and amount, where a statement has one.
    OpenLine,
}

/// A payment's share of a line.
#[derive(Debug, Clone, Copy)]
pub struct LineShare {
    pub statement_id: Uuid,
    pub line: i32,
    pub amount: Money,
}

/// What an officer takes as arrived.
#[derive(Debug, Clone, Copy)]
pub struct Counted {
    pub decision: LineDecision,
    /// All that arrived of the payment, earlier versions included.
    pub paid: Money,
}

/// Gives the decision its line, so that no other payment is decided by it. Where no statement has the line yet, the payment waits
/// for it.
///
/// # Errors
/// [`Code::BankLineUsed`] when the line is another payment's, [`Code::BankLineNeeded`] when the money under the same number and
/// amount was counted for another payment. Nothing is written then.
pub async fn take(
    context: &Context,
    db: &mut PgConnection,
    who: &Staff,
    locked: &Locked,
    counted: Counted,
    evidence: Evidence<'_>,
) -> Answer<()> {
    // In the order of everybody: payments, bills, lines.
    Locked::lock_bills(db, std::iter::once(locked.payment_id)).await?;
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

/// Locks the lines for a transaction that decides several payments: after all payments and all bills.
///
/// # Errors
/// When the database does not answer.
pub async fn lock(db: &mut PgConnection) -> Answer<()> {
    Ok(sql::lock_lines(db).await?)
}

/// Stores the shares that a payment takes of lines.
///
/// # Errors
/// When a line is not there, or the database refuses a sum of shares over the line's amount: the caller has checked both.
pub async fn write_shares(
    context: &Context,
    db: &mut PgConnection,
    who: &Staff,
    locked: &Locked,
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
            return Err(anyhow::anyhow!("a line that was there under the lock could not be used").into());
        }
    }
    Ok(())
}

/// Refuses a line that is another payment's: it was used, in this statement or another one, or money that was counted before it
/// came waits for it.
///
/// # Errors
/// [`Code::BankLineUsed`], or [`Code::BankLineChanged`] when there is no such line any more.
pub async fn check_free(db: &mut PgConnection, locked: &Locked, statement_id: Uuid, line: i32) -> Answer<()> {
    let around = Around::of(&mut *db, statement_id, line).await?;
    if let Some(by) = around.own_money().find_map(|one| one.used_by.as_ref()) {
        return Err(used(Code::BankLineUsed, by));
    }
    around.check_holder(db, &[locked.payment_id]).await
}

/// Refuses a line for which money waits that was counted before the line came, unless it is that of one of these payments.
///
/// # Errors
/// As [`check_free`].
pub async fn check_holder(db: &mut PgConnection, payments: &[Uuid], statement_id: Uuid, line: i32) -> Answer<()> {
    Around::of(&mut *db, statement_id, line).await?.check_holder(db, payments).await
}

/// A line with all lines over the same amount from about the same time.
struct Around {
    lines: Vec<MoneyLine>,
    own: usize,
}

impl Around {
    async fn of(db: &mut PgConnection, statement_id: Uuid, line: i32) -> Answer<Self> {
        let (day, amount) = sql::money_of(&mut *db, statement_id, line).await?.ok_or(Code::BankLineChanged)?;
        // Lines that waiting money may have instead are further away than the money itself.
        let lines = sql::over(&mut *db, amount, day.plus_days(-2 * EXACT_DAYS), day.plus_days(2 * EXACT_DAYS)).await?;
        let own = lines.iter().position(|one| one.statement_id == statement_id && one.line == line);
        Ok(Self { own: own.ok_or(Code::BankLineChanged)?, lines })
    }

    fn own(&self) -> &MoneyLine {
        &self.lines[self.own]
    }

    /// The same money in all statements that have it.
    fn own_money(&self) -> impl Iterator<Item = &MoneyLine> {
        self.lines.iter().filter(|one| is_same_money(one, self.own()))
    }

    async fn check_holder(&self, db: &mut PgConnection, payments: &[Uuid]) -> Answer<()> {
        let own = self.own();
        let (from, to) = (own.day.plus_days(-2 * EXACT_DAYS), own.day.plus_days(2 * EXACT_DAYS));
        let counted = sql::awaited(&mut *db, Some(own.amount), from, to).await?;
        let says = |one: &&AwaitedMoney| {
            !payments.contains(&one.payment_id) && says_number(&own.reference, &own.description, &one.number_key)
        };
        let numbers: BTreeSet<&str> = counted.iter().filter(says).map(|one| one.number_key.as_str()).collect();
        for number_key in numbers {
            let same: Vec<_> = counted.iter().filter(says).filter(|one| one.number_key == number_key).collect();
            let free = free_money(&self.lines, number_key);
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

/// Gives back the lines of a payment that is declined: it has taken no money, and another payment may be made of it.
///
/// # Errors
/// When the database does not answer.
pub async fn release(db: &mut PgConnection, locked: &Locked) -> Answer<()> {
    Locked::lock_bills(db, std::iter::once(locked.payment_id)).await?;
    sql::lock_lines(db).await?;
    Ok(sql::release(db, locked.payment_id).await?)
}

/// One payment that takes its lines.
struct Taking<'a> {
    context: &'a Context,
    who: &'a Staff,
    locked: &'a Locked,
    decision: LineDecision,
}

/// Lines that are the same money: of one day, reference, amount and place among equal ones, in whichever statement.
struct FreeMoney<'a> {
    day: Day,
    /// That of the statement that was uploaded first is first.
    lines: Vec<&'a MoneyLine>,
}

impl Taking<'_> {
    /// The lines of the last submission, number by number.
    async fn open_lines(&self, db: &mut PgConnection, paid: Money) -> Answer<()> {
        let submission = sql::submission(&mut *db, self.locked.payment_id).await?;
        let before = arrived_before(self.locked, &submission)?;
        let day = Day::at(submission.at);
        let numbers: Vec<_> = submission.numbers.into_iter().zip(submission.amounts).collect();
        let arrived = paid.minus(before)?;
        for part in parts(&numbers, arrived) {
            if !sql::is_counted(&mut *db, self.locked.payment_id, submission.version, &part, arrived).await? {
                self.part(db, &part, day).await?;
            }
        }
        Ok(())
    }

    /// The nearest open line of that number and amount. One that money counted before waits for is left for that.
    async fn part(&self, db: &mut PgConnection, part: &Part, day: Day) -> Answer<()> {
        let (from, to) = (day.plus_days(-2 * EXACT_DAYS), day.plus_days(2 * EXACT_DAYS));
        let mut counted = sql::awaited(&mut *db, Some(part.amount), from, to).await?;
        counted.retain(|one| one.number_key == part.number_key && one.payment_id != self.locked.payment_id);
        // Lines that those may have are further away than the own ones.
        let (from, to) = (from.plus_days(-EXACT_DAYS), to.plus_days(EXACT_DAYS));
        let around = sql::over(&mut *db, part.amount, from, to).await?;
        let mut free = free_money(&around, &part.number_key);
        let submitted: Vec<Day> = counted.iter().map(|one| one.day).collect();
        let mut held = None;
        while let Some(found) = free_line(&free.iter().map(|money| money.day).collect::<Vec<_>>(), &submitted, day) {
            let line = free.remove(found).lines[0];
            // It may say the number of other money that was counted, too.
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
                && says_number(&line.reference, &line.description, &part.number_key)
        };
        // A share of a larger transfer is money under that number and amount, too.
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
        Err(anyhow::anyhow!("a line that was free under the lock could not be used").into())
    }
}

/// What had arrived of a payment before its last submission, which may be a difference.
fn arrived_before(locked: &Locked, submission: &Submission) -> Result<Money, Code> {
    let submitted = Money::sum(submission.amounts.iter().copied())?;
    if submission.version > 1 { locked.state.billed.minus(submitted) } else { Ok(Money::ZERO) }
}

/// What the last submission of a payment that waits for approval is to bring.
///
/// # Errors
/// [`Code::BankMoneyCounted`] when money of that submission was counted already.
pub async fn expected(db: &mut PgConnection, locked: &Locked) -> Answer<Money> {
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

/// What is unused of the lines that say this number, each money once.
fn free_money<'a>(lines: &'a [MoneyLine], number_key: &str) -> Vec<FreeMoney<'a>> {
    let mut found: BTreeMap<(Day, &str, i32), FreeMoney<'a>> = BTreeMap::new();
    let says = |line: &&MoneyLine| says_number(&line.reference, &line.description, number_key);
    for line in lines.iter().filter(says) {
        let money = found.entry((line.day, line.reference_key.as_str(), line.ordinal));
        money.or_insert_with(|| FreeMoney { day: line.day, lines: Vec::new() }).lines.push(line);
    }
    found.into_values().filter(|money| money.lines.iter().all(|line| line.used_by_id.is_none())).collect()
}

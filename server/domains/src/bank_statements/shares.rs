//! Accepts payments by shares of lines: all payments of a match or none.

use std::collections::{BTreeMap, BTreeSet};

use gridbill_core::bank_statements::{
    BankShare, ExpectedPayment, MatchBankLines, MatchedLines, OpenMoney, PaymentOfLine, PaymentOutcome, Standing,
    check_form, check_shares,
};
use gridbill_core::payments::Event;
use gridbill_core::payments::officers::DecisionEffect;
use gridbill_core::{Code, Money, Topic};
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql;
use crate::app::Context;
use crate::auth::guard;
use crate::auth::who::Staff;
use crate::endpoint::{Act, Tx};
use crate::error::Answer;
use crate::facts::Actor;
use crate::live::{self, Change};
use crate::payments::lines;
use crate::payments::staff::decision::Decision;
use crate::payments::staff::lines::{self as bank_lines, Evidence, LineShare};
use crate::payments::staff::seen_at;
use crate::payments::transition::LockedPayment;

/// A locked payment of a match.
struct Matched {
    locked: LockedPayment,
    expected: Money,
    /// The version at acceptance, for a payment that was accepted before its line came.
    accepted_at: Option<i32>,
}

pub async fn match_lines(Act { context, who, request, mut tx, .. }: Act<MatchBankLines>) -> Answer<(Tx, MatchedLines)> {
    check_form(&request.shares)?;
    let shares = parsed(&request.shares)?;
    // Keeps the columns of these statements unchanged until the transaction ends.
    for statement_id in shares.values().flatten().map(|share| share.statement_id).collect::<BTreeSet<_>>() {
        super::find_statement(&mut *tx, &statement_id.to_string()).await?;
        sql::lock_to_use(&mut tx, statement_id).await?;
    }
    // The lock order of all transactions: payments, then all bills, then lines.
    let mut payments = BTreeMap::new();
    for payment_id in shares.keys() {
        payments
            .insert(*payment_id, LockedPayment::by_id(&mut tx, *payment_id).await?.ok_or(Code::TransactionNotFound)?);
    }
    guard::check_unchanged(&mut tx, &who.person).await?;
    let seen_of = |locked: &LockedPayment| {
        let is_it = |seen: &str| Uuid::try_parse(seen).is_ok_and(|seen| seen == locked.payment_id);
        request.payments.iter().find(|seen| is_it(&seen.e_bulk_payment_id))
    };
    for locked in payments.values() {
        seen_at(locked, &who, seen_of(locked).map(|seen| seen.version))?;
    }
    LockedPayment::lock_bills(&mut tx, payments.keys().copied()).await?;
    bank_lines::lock(&mut tx).await?;
    let mut numbers = Vec::with_capacity(payments.len());
    for locked in payments.values() {
        numbers.push((locked.transaction_no.as_str(), bank_lines::numbers(&mut tx, locked).await?));
    }
    let own: Vec<_> = numbers.iter().map(|(no, numbers)| PaymentOfLine { no, numbers }).collect();
    let Lines { open, first } = Lines::of(&mut tx, &shares, &own).await?;
    drop(own);
    let shares = of_first(shares, &first);
    drop(numbers);
    let mut matched = Vec::with_capacity(payments.len());
    for locked in payments.into_values() {
        matched.push(Matched::of(&mut tx, &who, locked).await?);
    }
    let expected: Vec<ExpectedPayment> = matched.iter().map(Matched::expected).collect();
    check_shares(&open, &expected, &normal(&shares))?;
    let mut outcomes = Vec::with_capacity(matched.len());
    for one in matched {
        let own = shares.get(&one.locked.payment_id).map_or(&[][..], Vec::as_slice);
        let told = seen_of(&one.locked).and_then(|seen| seen.awaits_second_officer);
        outcomes.push(one.carry_out(&context, &mut tx, &who, own, told).await?);
    }
    live::publish(&mut *tx, Change::of(&[Topic::BankStatements])).await?;
    Ok((tx, MatchedLines { payments: outcomes }))
}

/// Groups the shares by payment. Text that is not an id gives "not found".
fn parsed(shares: &[BankShare]) -> Result<BTreeMap<Uuid, Vec<LineShare>>, Code> {
    let mut by_payment: BTreeMap<Uuid, Vec<LineShare>> = BTreeMap::new();
    for share in shares {
        let payment_id = Uuid::try_parse(&share.e_bulk_payment_id).map_err(|_| Code::TransactionNotFound)?;
        by_payment.entry(payment_id).or_default().push(LineShare {
            statement_id: Uuid::try_parse(&share.statement_id).map_err(|_| Code::BankStatementNotFound)?,
            line: i32::try_from(share.line).map_err(|_| Code::BankLineNotFound)?,
            amount: share.amount,
        });
    }
    Ok(by_payment)
}

/// A line's statement and row.
type StatementLineId = (Uuid, i32);

/// Replaces each line by the one that stands for the same money.
fn of_first(
    mut shares: BTreeMap<Uuid, Vec<LineShare>>,
    first: &BTreeMap<StatementLineId, StatementLineId>,
) -> BTreeMap<Uuid, Vec<LineShare>> {
    for share in shares.values_mut().flatten() {
        let row = (share.statement_id, share.line);
        (share.statement_id, share.line) = first.get(&row).copied().unwrap_or(row);
    }
    shares
}

/// Writes the shares with normalised ids and lines, so that duplicates written in different ways are detected.
fn normal(shares: &BTreeMap<Uuid, Vec<LineShare>>) -> Vec<BankShare> {
    let share = |payment_id: &Uuid, share: &LineShare| BankShare {
        statement_id: share.statement_id.to_string(),
        line: u32::try_from(share.line).unwrap_or_default(),
        e_bulk_payment_id: payment_id.to_string(),
        amount: share.amount,
    };
    shares.iter().flat_map(|(payment_id, own)| own.iter().map(move |one| share(payment_id, one))).collect()
}

/// The lines of a match.
struct Lines {
    /// The open amount of each distinct line.
    open: Vec<OpenMoney>,
    /// Maps each line to the line that stands for the same money: one that payments used, or the first of the match. Several
    /// files may hold it.
    first: BTreeMap<StatementLineId, StatementLineId>,
}

impl Lines {
    /// Loads the lines of a match, which is of the payments with these numbers.
    /// Fails with [`Code::BankLineNotFound`], [`Code::BankLineUsed`] for a line that belongs to another payment,
    /// [`Code::BankLineNeeded`] for one that may be the same transfer as a used line, and [`Code::BankLinesAlike`] for
    /// two lines of the match that may be the same transfer.
    async fn of(
        db: &mut PgConnection,
        shares: &BTreeMap<Uuid, Vec<LineShare>>,
        payments: &[PaymentOfLine<'_>],
    ) -> Answer<Self> {
        let rows: BTreeSet<StatementLineId> =
            shares.values().flatten().map(|share| (share.statement_id, share.line)).collect();
        let mut lines = Self { open: Vec::with_capacity(rows.len()), first: BTreeMap::new() };
        for row in rows {
            let (statement_id, line) = row;
            if lines::line_use(&mut *db, statement_id, line).await?.is_none() {
                return Err(Code::BankLineNotFound.into());
            }
            let (mut known, own) = bank_lines::known_line(&mut *db, statement_id, line).await?;
            bank_lines::check_held(&mut *db, (&known, own), payments).await?;
            let first = match known.lines.standing(own) {
                Standing::Open | Standing::Used => own,
                Standing::SameAs(used) if known.row(used).bank_id == known.row(own).bank_id => used,
                Standing::SameAs(_) | Standing::MayBe(_) => {
                    known.check_open(own)?;
                    own
                }
            };
            let taken = known.row(first).id();
            // Lines of this match count as used for the lines behind them.
            for earlier in lines.first.values().collect::<BTreeSet<_>>() {
                known.assume_used(*earlier);
            }
            let first = match known.lines.standing(own) {
                Standing::SameAs(other) if first == own => known.row(other).id(),
                Standing::MayBe(other) if first == own => return Err(known.alike(own, other).into()),
                _ => taken,
            };
            let is_new = !lines.first.values().any(|known| *known == first);
            lines.first.insert(row, first);
            if is_new {
                let money = lines::line_use(&mut *db, first.0, first.1).await?.ok_or(Code::BankLineNotFound)?;
                lines.open.push(OpenMoney {
                    statement_id: first.0.to_string(),
                    line: u32::try_from(first.1).unwrap_or_default(),
                    open: money.amount.minus(money.shares)?,
                });
            }
        }
        Ok(lines)
    }
}

impl Matched {
    /// Loads the money that the payment expects: that of its last submission, or money that was counted before its line
    /// came.
    async fn of(db: &mut PgConnection, who: &Staff, locked: LockedPayment) -> Answer<Self> {
        if let Some((expected, version)) = lines::awaited_of(&mut *db, locked.payment_id).await?
            && locked.check_allows(Event::Accepted, Actor::Person(&who.person)).is_err()
        {
            return Ok(Self { locked, expected, accepted_at: Some(version) });
        }
        locked.check_allows(Event::Accepted, Actor::Person(&who.person))?;
        let expected = bank_lines::expected(db, &locked).await?;
        Ok(Self { locked, expected, accepted_at: None })
    }

    fn expected(&self) -> ExpectedPayment {
        ExpectedPayment {
            e_bulk_payment_id: self.locked.payment_id.to_string(),
            transaction_no: self.locked.transaction_no.clone(),
            expected: self.expected,
        }
    }

    async fn carry_out(
        mut self,
        context: &Context,
        db: &mut PgConnection,
        who: &Staff,
        shares: &[LineShare],
        awaits_second_officer: Option<bool>,
    ) -> Answer<PaymentOutcome> {
        let weight = if let Some(version) = self.accepted_at {
            lines::stop_awaiting(&mut *db, self.locked.payment_id).await?;
            bank_lines::write_shares(context, db, who, &self.locked, version, shares).await?;
            DecisionEffect::Decides.check_told(awaits_second_officer)?
        } else {
            let decision = Decision::Accept { awaits_second_officer };
            decision.carry_out(context, db, who, &mut self.locked, Evidence::Shares(shares)).await?
        };
        Ok(PaymentOutcome {
            transaction_no: self.locked.transaction_no,
            awaits_second_officer: weight == DecisionEffect::Proposes,
        })
    }
}

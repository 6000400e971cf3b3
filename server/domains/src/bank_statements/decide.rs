//! Decides payments by bank lines, with the same code as the payment's own page. Each line is used once, and only as it
//! was proposed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gridbill_core::bank_statements::{
    BankLine, DecideBankLines, DecideLine, DecidedLines, LineDecision, LineOutcome, MAX_DECIDED, Proposal,
};
use gridbill_core::number::TransactionNo;
use gridbill_core::payments::ReconcileKind;
use gridbill_core::payments::officers::DecisionEffect;
use gridbill_core::{Code, Problem, Topic};
use uuid::Uuid;

use super::matched::Matched;
use super::sql::{self, StoredStatement};
use crate::app::Context;
use crate::auth::guard;
use crate::auth::who::Staff;
use crate::endpoint::{Act, Prepare, Tx};
use crate::error::{Answer, Error};
use crate::facts::Actor;
use crate::live::{self, Change};
use crate::payments::staff::decision::Decision;
use crate::payments::staff::lines::{self as bank_lines, Evidence};
use crate::payments::transition::LockedPayment;

/// The proposals for the lines, read before anything is locked.
#[derive(Clone)]
pub struct Proposed {
    statement: Arc<StoredStatement>,
    lines: Arc<ByRow>,
}

/// By row: the payment, its version and the proposal, if any.
type ByRow = BTreeMap<u32, Option<(Uuid, i32, Proposal)>>;

pub async fn prepare(Prepare { app, request, .. }: Prepare<DecideBankLines>) -> Answer<Proposed> {
    if request.lines.len() > MAX_DECIDED {
        return Err(Problem::new(Code::TooLarge).with("limit", MAX_DECIDED).into());
    }
    let statement = super::find_statement(&app.pool, &request.statement_id).await?;
    let Matched { lines, payments } = Matched::of(&app.pool, &statement).await?;
    let proposal = |line: &BankLine| {
        let (payment_id, version) = payments.get(&line.line)?;
        Some((*payment_id, *version, line.proposal?))
    };
    let lines = lines.iter().map(|line| (line.line, proposal(line))).collect();
    Ok(Proposed { statement: Arc::new(statement), lines: Arc::new(lines) })
}

pub async fn decide(
    Act { context, who, request, prepared, mut tx }: Act<DecideBankLines, Proposed>,
) -> Answer<(Tx, DecidedLines)> {
    // Keeps the columns unchanged until the transaction ends.
    let columns_at = sql::lock_to_use(&mut tx, prepared.statement.statement_id).await?;
    if columns_at != prepared.statement.columns_at {
        return Err(Code::BankLineChanged.into());
    }
    let lines = request.lines;
    let mut payments = lock_all(&mut tx, &lines).await?;
    bank_lines::lock(&mut tx).await?;
    let mut outcomes = Vec::with_capacity(lines.len());
    for line in &lines {
        let line_no = line.line;
        let locked = payment_id(line).and_then(|payment_id| payments.get_mut(&payment_id));
        outcomes.push(match decide_one(&context, &mut tx, &who, &prepared, line, locked).await {
            Ok((transaction_no, weight)) => LineOutcome {
                line: line_no,
                transaction_no: Some(transaction_no),
                refusal: None,
                awaits_second_officer: weight == DecisionEffect::Proposes,
            },
            // Nothing was written for this line; continue with the others.
            Err(Error::Refused(problem)) => LineOutcome {
                line: line_no,
                transaction_no: None,
                refusal: Some(problem.sentence(who.person.language)),
                awaits_second_officer: false,
            },
            Err(error) => return Err(error),
        });
    }
    // Check again after all locks: the officer may have lost the permission while waiting.
    guard::check_unchanged(&mut tx, &who.person).await?;
    live::publish(&mut *tx, Change::of(&[Topic::BankStatements])).await?;
    outcomes.sort_by_key(|outcome| outcome.line);
    Ok((tx, DecidedLines { outcomes }))
}

/// Locks all payments of these lines by id, then all their bills by number, in the lock order of all transactions.
/// Locking the bills payment by payment could deadlock.
async fn lock_all(tx: &mut Tx, lines: &[DecideLine]) -> Answer<BTreeMap<Uuid, LockedPayment>> {
    let ids: BTreeSet<Uuid> = lines.iter().filter_map(payment_id).collect();
    let mut payments = BTreeMap::new();
    for payment_id in ids {
        if let Some(locked) = LockedPayment::by_id(tx, payment_id).await? {
            payments.insert(payment_id, locked);
        }
    }
    LockedPayment::lock_bills(tx, payments.keys().copied()).await?;
    Ok(payments)
}

/// The payment of a line; `None` if the text is not an id.
fn payment_id(line: &DecideLine) -> Option<Uuid> {
    Uuid::try_parse(&line.e_bulk_payment_id).ok()
}

/// Decides one line, or refuses it before anything is written.
async fn decide_one(
    context: &Context,
    tx: &mut Tx,
    who: &Staff,
    proposed: &Proposed,
    line: &DecideLine,
    locked: Option<&mut LockedPayment>,
) -> Answer<(TransactionNo, DecisionEffect)> {
    let locked = locked.ok_or(Code::TransactionNotFound)?;
    let proposal = proposed.lines.get(&line.line).ok_or(Code::BankStatementNotFound)?;
    let (statement_id, row) = (proposed.statement.statement_id, i32::try_from(line.line).unwrap_or(i32::MAX));
    let decision = match as_proposed(who, line, locked, *proposal) {
        Ok(decision) => decision,
        Err(why) => {
            // A used line is the more helpful reason than the payment's new status, so check it first.
            bank_lines::check_free(tx, locked, statement_id, row).await?;
            return Err(why.into());
        }
    };
    let evidence = Evidence::Line { statement_id, line: row };
    // If a second officer must confirm, the line stays open until then.
    let weight = decision.carry_out(context, tx, who, locked, evidence).await?;
    Ok((locked.transaction_no.clone(), weight))
}

/// Returns the decision if the payment allows it and it equals the current proposal.
fn as_proposed(
    who: &Staff,
    line: &DecideLine,
    locked: &LockedPayment,
    proposal: Option<(Uuid, i32, Proposal)>,
) -> Result<Decision, Problem> {
    let decision = decision(line)?;
    locked.check_allows(decision.event(), Actor::Person(&who.person))?;
    let seen = Proposal { decision: line.decision, amount: line.amount };
    if proposal != Some((locked.payment_id, locked.state.version, seen)) {
        return Err(Code::BankLineChanged.into());
    }
    Ok(decision)
}

fn decision(line: &DecideLine) -> Result<Decision, Problem> {
    let kind = match line.decision {
        // The review does not say which acceptances a second officer must confirm; the outcome says it.
        LineDecision::Accept => return Ok(Decision::Accept { awaits_second_officer: None }),
        LineDecision::Insufficient => ReconcileKind::Insufficient,
        LineDecision::Overpayment => ReconcileKind::Overpayment,
    };
    let amount = line.amount.ok_or(Code::BankLineChanged)?;
    Ok(Decision::Reconcile { kind, amount })
}

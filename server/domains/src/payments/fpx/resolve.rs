//! Decides what happens to a late receipt, once, under the lock of its payment (docs/domain/payments.md#late-receipts).

use gridbill_core::fact::PaymentEvent;
use gridbill_core::payments::fpx::{Resolution, check_resolution};
use gridbill_core::payments::officers::{DecisionEffect, decision_effect};
use gridbill_core::payments::staff::{LateResolved, ResolveLateConfirmation};
use gridbill_core::{Code, Money, Problem};

use super::late;
use super::sql::late as sql;
use crate::auth::guard;
use crate::endpoint::{Act, Tx};
use crate::error::Answer;
use crate::facts::Actor;
use crate::payments::staff::decision::proposer;
use crate::payments::transition::LockedPayment;

pub async fn resolve(
    Act { context, who, request, mut tx, .. }: Act<ResolveLateConfirmation>,
) -> Answer<(Tx, LateResolved)> {
    let late_id = late::parse(&request.late_id)?;
    let resolution = check_resolution(request.way, request.account_no, request.reference.as_deref())?;
    let payment_id = sql::payment_of(&mut tx, late_id).await?.ok_or(Code::TransactionNotFound)?;
    let mut locked = LockedPayment::by_id(&mut tx, payment_id).await?.ok_or(Code::TransactionNotFound)?;
    let late = sql::lock(&mut tx, late_id).await?.ok_or(Code::TransactionNotFound)?;
    if late.is_settled {
        return Err(Code::LateMoneyDecided.into());
    }
    if let Some(seen) = request.amount.filter(|seen| *seen != late.amount) {
        let changed = Problem::new(Code::LateAmountChanged);
        return Err(changed.with("total", late.amount.shown()).with("seen", seen.shown()).into());
    }
    let (actor, now, by) = (Actor::Person(&who.person), context.now(), who.person.person_id);
    let event = event(&resolution, &late);
    locked.check_allows(event.event(), actor)?;
    check(&mut tx, late_id, &locked, &resolution).await?;
    guard::check_unchanged(&mut tx, &who.person).await?;

    let proposal = sql::proposal(&mut tx, late_id).await?.filter(|proposal| proposal.is_of(&resolution));
    let proposed = match proposal {
        Some(proposal) => Some(proposer(&mut tx, proposal.by, &who).await?),
        None => None,
    };
    let above = context.config().payments.second_officer_above;
    let weight = decision_effect(late.amount, above, proposed)?.check_told(request.awaits_second_officer)?;
    let decided = sql::Decided {
        late_id,
        bulk_id: &locked.bulk_id,
        payment_id: locked.payment_id,
        amount: late.amount,
        resolution: &resolution,
        by,
        now,
    };
    match weight {
        DecisionEffect::Proposes => {
            sql::propose(&mut tx, &decided).await?;
            let way = resolution.way();
            let event = PaymentEvent::LateProposed { amount: late.amount, fpx_txn_id: late.fpx_txn_id, way };
            locked.change(&context, &mut tx, actor, event).await?;
        }
        DecisionEffect::Decides => {
            sql::decide(&mut tx, &decided).await?;
            locked.change(&context, &mut tx, actor, event).await?;
        }
    }
    let resolved = LateResolved {
        late_id: request.late_id,
        transaction_no: locked.transaction_no,
        status: locked.state.status,
        awaits_second_officer: weight == DecisionEffect::Proposes,
    };
    Ok((tx, resolved))
}

fn event(resolution: &Resolution, late: &sql::Late) -> PaymentEvent {
    let (amount, fpx_txn_id) = (late.amount, late.fpx_txn_id.clone());
    match resolution {
        Resolution::Bills => PaymentEvent::LateToBills { fpx_txn_id },
        Resolution::Account(account_no) => {
            PaymentEvent::LateToAccount { amount, fpx_txn_id, account_no: account_no.clone() }
        }
        Resolution::Refund(reference) => {
            PaymentEvent::LateRefunded { amount, fpx_txn_id, reference: reference.clone() }
        }
    }
}

/// Checks that the money can be used this way now. Locks bills in the order in which a new payment locks them.
async fn check(tx: &mut Tx, late_id: i64, locked: &LockedPayment, resolution: &Resolution) -> Answer<()> {
    let booked = match resolution {
        Resolution::Bills => Money::ZERO,
        Resolution::Account(_) | Resolution::Refund(_) => sql::booked(tx, late_id, locked.payment_id).await?,
    };
    match resolution {
        Resolution::Bills if sql::are_bills_free(tx, locked.payment_id).await? => Ok(()),
        Resolution::Bills => Err(Code::LateBillsTaken.into()),
        _ if booked.is_positive() => Err(Problem::new(Code::LateMoneyBooked).with("booked", booked.shown()).into()),
        Resolution::Account(account_no) if !sql::is_account_of(tx, &locked.bulk_id, account_no).await? => {
            Err(Problem::at("accountNo", Code::LateAccountUnknown).into())
        }
        Resolution::Account(_) | Resolution::Refund(_) => Ok(()),
    }
}

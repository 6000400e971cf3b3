//! Payments as staff see them and decide on them.

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PaymentEvent;
use gridbill_core::payments::officers::check_reason;
use gridbill_core::payments::staff::{
    self as core, AdminPaymentsRequest, AllPaymentsCards, PendingCards, PendingPaymentsRequest,
};
use gridbill_core::payments::{Event, PaymentMoved, ReconcileKind, Status, StatusGroup, Transaction};
use gridbill_core::{Code, Day, Page, Problem};
use uuid::Uuid;

use crate::app::App;
use crate::auth::guard;
use crate::auth::who::Staff;
use crate::endpoint::{Act, Mount, Tx, nothing};
use crate::error::Answer;
use crate::facts::Actor;
use crate::list;
use crate::payments::cards::{self, Counts};
use crate::payments::list::Payments;
use crate::payments::transition::{LockedPayment, payment_moved_problem};

pub mod decision;
mod details;
pub mod lines;

use decision::Decision;
use lines::Evidence;

pub fn mount(mount: Mount) -> Mount {
    mount
        .json(core::GetAdminPendingPaymentsCards, pending_cards)
        .list(core::GetAdminPendingPayments, pending)
        .json(core::GetAdminAllPaymentsCards, all_cards)
        .list(core::GetAdminAllPayments, all)
        .list(core::GetAdminPaymentDetails, details::details)
        .once(core::RequestReconciliation, nothing, request_reconciliation)
        .once(core::PaymentAccept, nothing, accept)
        .once(core::PaymentReject, nothing, reject)
        .once(core::TurnDownAcceptance, nothing, turn_down)
}

async fn pending_cards(app: App, _: Staff, _: Nothing) -> Answer<PendingCards> {
    let counts = Counts::of_all(&app.pool).await?;
    Ok(PendingCards {
        pending_approval: counts.at(Status::PendingApproval),
        pending_amount: counts.amount(Status::PendingApproval)?,
        pending_since_earlier_days: cards::pending_before(&app.pool, Day::at(app.now()).begins()).await?,
        awaiting_second_officer: cards::proposed(&app.pool).await?,
        insufficient: counts.at(Status::InsufficientPending),
        overpayment: counts.at(Status::OverpayPending),
        as_of: app.now(),
    })
}

async fn pending(app: App, _: Staff, request: PendingPaymentsRequest) -> Answer<Page<Transaction>> {
    let payments =
        Payments::of_all(Some(&[Status::PendingApproval]), &request.filter)?.proposed(request.awaits_second_officer);
    list::searched_page(&app.pool, &payments, request.sort.into(), request.page()).await
}

async fn all_cards(app: App, _: Staff, _: Nothing) -> Answer<AllPaymentsCards> {
    let counts = Counts::of_all(&app.pool).await?;
    Ok(AllPaymentsCards {
        total: counts.all(),
        paid: counts.of_group(StatusGroup::Paid),
        processing: counts.of_group(StatusGroup::Processing),
        pending_reconciliation: counts.of_group(StatusGroup::ActionRequired),
        declined: counts.of_group(StatusGroup::Declined),
        failed: counts.of_group(StatusGroup::Failed),
        as_of: app.now(),
    })
}

async fn all(app: App, _: Staff, request: AdminPaymentsRequest) -> Answer<Page<Transaction>> {
    let payments = Payments::of_all(None, &request.filter)?.proposed(request.awaits_second_officer);
    list::searched_page(&app.pool, &payments, request.sort, request.page()).await
}

async fn accept(Act { context, who, request, mut tx, .. }: Act<core::PaymentAccept>) -> Answer<(Tx, PaymentMoved)> {
    let mut seen = seen(&mut tx, &who, &request.e_bulk_payment_id, request.version).await?;
    let decision = Decision::Accept { awaits_second_officer: request.awaits_second_officer };
    decision.carry_out(&context, &mut tx, &who, &mut seen, Evidence::OpenLine).await?;
    Ok((tx, PaymentMoved::from(&seen)))
}

async fn reject(Act { context, who, request, mut tx, .. }: Act<core::PaymentReject>) -> Answer<(Tx, PaymentMoved)> {
    let remark = request.remark.as_deref().map(check_reason).transpose()?;
    let mut seen = seen(&mut tx, &who, &request.e_bulk_payment_id, request.version).await?;
    Decision::Reject { remark }.carry_out(&context, &mut tx, &who, &mut seen, Evidence::OpenLine).await?;
    Ok((tx, PaymentMoved::from(&seen)))
}

/// Turns down a first officer's acceptance, so that the payment can be decided anew.
async fn turn_down(
    Act { context, who, request, mut tx, .. }: Act<core::TurnDownAcceptance>,
) -> Answer<(Tx, PaymentMoved)> {
    let remark = check_reason(&request.remark)?;
    let mut locked = locked(&mut tx, &who, &request.e_bulk_payment_id).await?;
    let actor = Actor::Person(&who.person);
    locked.check_allows(Event::AcceptanceTurnedDown, actor)?;
    if locked.proposed_by.is_none() {
        return Err(Code::NothingProposed.into());
    }
    locked.change(&context, &mut tx, actor, PaymentEvent::AcceptanceTurnedDown { remark }).await?;
    Ok((tx, PaymentMoved::from(&locked)))
}

/// Asks the customer for a missing amount, or how to use an excess.
async fn request_reconciliation(
    Act { context, who, request, mut tx, .. }: Act<core::RequestReconciliation>,
) -> Answer<(Tx, PaymentMoved)> {
    let mut seen = seen(&mut tx, &who, &request.e_bulk_payment_id, request.version).await?;
    let kind = ReconcileKind::from_type(request.reconcile_type).map_err(|code| Problem::at("reconcileType", code))?;
    let decision = Decision::Reconcile { kind, amount: request.reconcile_amount };
    decision.carry_out(&context, &mut tx, &who, &mut seen, Evidence::OpenLine).await?;
    Ok((tx, PaymentMoved::from(&seen)))
}

/// Locks the payment and checks that it is at the version that the officer saw. The next version also awaits approval
/// and may differ.
async fn seen(tx: &mut Tx, who: &Staff, e_bulk_payment_id: &str, version: Option<i32>) -> Answer<LockedPayment> {
    let locked = locked(tx, who, e_bulk_payment_id).await?;
    seen_at(&locked, who, version)?;
    Ok(locked)
}

/// Refuses a payment that is at another version than the officer saw.
/// Fails with [`Code::PaymentAnswered`] when the customer has answered since, [`Code::PaymentMoved`] when it no longer
/// awaits approval.
pub fn seen_at(locked: &LockedPayment, who: &Staff, version: Option<i32>) -> Result<(), Problem> {
    if version.is_none_or(|version| version == locked.state.version) {
        return Ok(());
    }
    Err(match locked.state.status {
        Status::PendingApproval => Code::PaymentAnswered.into(),
        status => payment_moved_problem(Code::PaymentMoved, status, Actor::Person(&who.person)),
    })
}

/// Locks a payment by id, then checks that the officer's role and permissions are unchanged. Text that is not an id
/// gives "not found".
async fn locked(tx: &mut Tx, who: &Staff, e_bulk_payment_id: &str) -> Answer<LockedPayment> {
    let payment_id = Uuid::parse_str(e_bulk_payment_id.trim()).map_err(|_| Code::TransactionNotFound)?;
    let locked = LockedPayment::by_id(tx, payment_id).await?.ok_or(Code::TransactionNotFound)?;
    guard::check_unchanged(tx, &who.person).await?;
    Ok(locked)
}

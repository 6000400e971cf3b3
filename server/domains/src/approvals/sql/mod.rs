//! Queries of proposals, by tenant first.

use gridbill_core::approvals::{
    Approval, CurrentBill, FrozenBill, ProposalBill, ProposalChange, ProposalOfBills, ProposalState, RequiredStep,
};
use gridbill_core::bills::{Closure, HoldCause};
use gridbill_core::number::{AccountNo, BulkId, InvoiceNo, ProposalId, TransactionNo};
use gridbill_core::packs::{PackedAct, ProposedBill};
use gridbill_core::payments::Status;
use gridbill_core::{Day, Instant, Money};
use rust_decimal::Decimal;
use sqlx::types::Json;
use sqlx::{PgConnection, PgExecutor};
use uuid::Uuid;

use crate::auth::who::Person;
use crate::payments::{Hold, LockedBill};

pub mod policy;

/// Counts the open proposals of a bulk account.
pub async fn count_open(db: impl PgExecutor<'_>, bulk_id: &BulkId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from proposal where bulk_id = $1 and proposal_is_open(state)"#,
        bulk_id.as_str(),
    )
    .fetch_one(db)
    .await
}

pub struct NewProposal<'a> {
    pub bulk_id: &'a BulkId,
    pub steps: &'a [RequiredStep],
    pub policy_version: i32,
    pub amount: Money,
    pub bills: &'a [LockedBill],
    pub hash: &'a [u8],
    pub note: Option<&'a str>,
    pub proposed_by: &'a Person,
    pub now: Instant,
    pub release_on: Option<Day>,
    pub lapses_at: Instant,
}

/// Adds a proposal under the next number, prefixed with its day.
pub async fn add_proposal(db: &mut PgConnection, new: &NewProposal<'_>) -> sqlx::Result<ProposalId> {
    let compact = new.now.compact();
    let day = compact.get(2..8).unwrap_or_default();
    let invoices: Vec<&str> = new.bills.iter().map(|bill| bill.invoice_no.as_str()).collect();
    let largest = new.bills.iter().map(|bill| bill.amount).max().unwrap_or(Money::ZERO);
    sqlx::query_scalar!(
        r#"insert into proposal (proposal_id, bulk_id, state, step, steps, policy_version, amount, bills, largest_bill,
                                 earliest_due, hash, note, proposed_by, proposed_at, lapses_at, step_since, release_on,
                                 integration)
           select 'A' || $1::text || lpad((nextval('proposal_number') % 10000000)::text, 7, '0'),
                  $2, 'proposed', 1, $3, $4, $5, $6, $7, (select min(due_date) from bill where bulk_id = $2 and invoice_no = any($8)),
                  $9, $10, $11, $12, $13, $12, $14, $15
           returning proposal_id as "proposal_id: ProposalId""#,
        day,
        new.bulk_id.as_str(),
        Json(new.steps) as _,
        new.policy_version,
        new.amount.decimal(),
        i32::try_from(new.bills.len()).unwrap_or(i32::MAX),
        largest.decimal(),
        &invoices as &[&str],
        new.hash,
        new.note,
        new.proposed_by.person_id,
        new.now.utc(),
        new.lapses_at.utc(),
        new.release_on.map(Day::date),
        new.proposed_by.integration.as_ref().map(|integration| &integration.recorded),
    )
    .fetch_one(db)
    .await
}

/// The account groups and the holds of a proposal's bills, in the order of the bills.
pub struct ItemColumns<'a> {
    pub group_ids: &'a [Option<Uuid>],
    pub holds: &'a [Option<&'a Hold>],
}

/// Adds bills to a proposal, except those of another open proposal. Returns the number of bills that were added.
pub async fn add_items(
    db: &mut PgConnection,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
    bills: &[LockedBill],
    columns: &ItemColumns<'_>,
) -> sqlx::Result<u64> {
    let invoices: Vec<&str> = bills.iter().map(|bill| bill.invoice_no.as_str()).collect();
    let accounts: Vec<&str> = bills.iter().map(|bill| bill.account_no.as_str()).collect();
    let amounts: Vec<Decimal> = bills.iter().map(|bill| bill.amount.decimal()).collect();
    let causes: Vec<Option<&str>> = columns.holds.iter().map(|hold| Some(hold.as_ref()?.cause.code())).collect();
    let sources: Vec<Option<&str>> = columns.holds.iter().map(|hold| Some(hold.as_ref()?.source.as_str())).collect();
    let added = sqlx::query!(
        "insert into proposal_item (proposal_id, bulk_id, invoice_no, account_no, group_id, amount, due_date, is_held, hold_cause,
                                    hold_source, live)
         select $2, $1, i.invoice_no, i.account_no, i.group_id, i.amount, b.due_date, i.hold_cause is not null, i.hold_cause,
                i.hold_source, true
         from unnest($3::text[], $4::text[], $5::uuid[], $6::numeric[], $7::text[], $8::text[])
              as i (invoice_no, account_no, group_id, amount, hold_cause, hold_source)
         join bill b on b.bulk_id = $1 and b.invoice_no = i.invoice_no
         on conflict (bulk_id, invoice_no) where live do nothing",
        bulk_id.as_str(),
        proposal_id.as_str(),
        &invoices as &[&str],
        &accounts as &[&str],
        columns.group_ids as &[Option<Uuid>],
        &amounts,
        &causes as &[Option<&str>],
        &sources as &[Option<&str>],
    );
    Ok(added.execute(db).await?.rows_affected())
}

/// Lists the open proposals that have some of the bills, other than the given one, each with those bills.
pub async fn proposed_elsewhere(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
    invoices: &[InvoiceNo],
) -> sqlx::Result<Vec<ProposalOfBills>> {
    let invoices: Vec<&str> = invoices.iter().map(InvoiceNo::as_str).collect();
    sqlx::query_as!(
        ProposalOfBills,
        r#"select i.proposal_id as "proposal_id: ProposalId", coalesce(p.integration, r.name) as "proposed_by!",
                  array_agg(i.invoice_no order by i.invoice_no) as "invoice_nos!: Vec<InvoiceNo>"
           from proposal_item i join proposal p using (proposal_id) join person r on r.person_id = p.proposed_by
           where i.bulk_id = $1 and i.live and i.proposal_id <> $2 and i.invoice_no = any($3)
           group by i.proposal_id, p.integration, r.name order by i.proposal_id"#,
        bulk_id.as_str(),
        proposal_id.as_str(),
        &invoices as &[&str],
    )
    .fetch_all(db)
    .await
}

/// A proposal without its bills.
#[derive(Debug)]
#[expect(clippy::struct_field_names, reason = "the number of a proposal has the same name everywhere")]
pub struct Proposal {
    pub proposal_id: ProposalId,
    pub bulk_id: BulkId,
    pub state: ProposalState,
    pub step: i32,
    pub steps: Vec<RequiredStep>,
    pub policy_version: i32,
    pub amount: Money,
    pub bills: i32,
    pub earliest_due: Option<Day>,
    pub hash: Vec<u8>,
    pub note: Option<String>,
    pub proposer_id: Uuid,
    /// The recorded name of the integration that proposed it by a token of the proposer.
    pub integration: Option<String>,
    /// The recorded name.
    pub proposed_by: String,
    pub proposed_at: Instant,
    pub release_on: Option<Day>,
    pub is_release_told: bool,
    pub lapses_at: Instant,
    pub step_since: Instant,
    pub is_reminded: bool,
    pub is_reminded_of_due: bool,
    pub ended_at: Option<Instant>,
    pub end_reason: Option<String>,
    pub changes: Option<Vec<ProposalChange>>,
    pub transaction_no: Option<TransactionNo>,
}

macro_rules! proposals {
    ($fetch:ident, $db:expr, $only:literal, $($value:expr),*) => {
        sqlx::query!(
            r#"select p.proposal_id as "proposal_id: ProposalId", p.bulk_id as "bulk_id: BulkId",
                      p.state as "state: ProposalState", p.step, p.steps as "steps: Json<Vec<RequiredStep>>",
                      p.policy_version, p.amount as "amount: Money", p.bills, p.earliest_due as "earliest_due: Day",
                      p.hash, p.note, p.proposed_by as proposer_id, p.integration,
                      coalesce(p.integration, r.name) as "proposed_by!",
                      p.proposed_at as "proposed_at: Instant", p.release_on as "release_on: Day", p.is_release_told, p.lapses_at as "lapses_at: Instant",
                      p.step_since as "step_since: Instant", p.is_reminded, p.is_reminded_of_due,
                      p.ended_at as "ended_at: Instant", p.end_reason,
                      p.changes as "changes: Json<Vec<ProposalChange>>",
                      (select transaction_no from payment y where y.payment_id = p.payment_id) as "transaction_no: TransactionNo"
               from proposal p join person r on r.person_id = p.proposed_by
               where "# + $only,
            $($value),*
        )
        .map(|row| Proposal {
            proposal_id: row.proposal_id,
            bulk_id: row.bulk_id,
            state: row.state,
            step: row.step,
            steps: row.steps.0,
            policy_version: row.policy_version,
            amount: row.amount,
            bills: row.bills,
            earliest_due: row.earliest_due,
            hash: row.hash,
            note: row.note,
            proposer_id: row.proposer_id,
            integration: row.integration,
            proposed_by: row.proposed_by,
            proposed_at: row.proposed_at,
            release_on: row.release_on,
            is_release_told: row.is_release_told,
            lapses_at: row.lapses_at,
            step_since: row.step_since,
            is_reminded: row.is_reminded,
            is_reminded_of_due: row.is_reminded_of_due,
            ended_at: row.ended_at,
            end_reason: row.end_reason,
            changes: row.changes.map(|changes| changes.0),
            transaction_no: row.transaction_no,
        })
        .$fetch($db)
        .await
    };
}

pub async fn find(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
) -> sqlx::Result<Option<Proposal>> {
    proposals!(fetch_optional, db, "p.bulk_id = $1 and p.proposal_id = $2", bulk_id.as_str(), proposal_id.as_str())
}

/// Locks a proposal.
pub async fn lock(db: &mut PgConnection, bulk_id: &BulkId, proposal_id: &ProposalId) -> sqlx::Result<Option<Proposal>> {
    proposals!(
        fetch_optional,
        db,
        "p.bulk_id = $1 and p.proposal_id = $2 for update of p",
        bulk_id.as_str(),
        proposal_id.as_str()
    )
}

/// Lists all open proposals, for the job that follows them up.
pub async fn open(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Proposal>> {
    proposals!(fetch_all, db, "proposal_is_open(p.state) order by p.proposal_id",)
}

/// Lists the approvals of a proposal, the oldest first. Steps count from 0.
pub async fn approvals(db: impl PgExecutor<'_>, proposal_id: &ProposalId) -> sqlx::Result<Vec<Approval>> {
    sqlx::query!(
        r#"select step, person_id::text as "by!", right_of::text as "in_place_of!" from proposal_act
           where proposal_id = $1 and is_approval order by place"#,
        proposal_id.as_str(),
    )
    .map(|row| Approval {
        step: usize::try_from(row.step - 1).unwrap_or_default(),
        by: row.by,
        in_place_of: row.in_place_of,
    })
    .fetch_all(db)
    .await
}

/// Lists the approvals and refusals of a proposal, with the users' ids.
pub async fn packed_acts(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
) -> sqlx::Result<Vec<PackedAct>> {
    sqlx::query_as!(
        PackedAct,
        r#"select a.step, a.is_approval, a.person_id::text as "user_id!", p.name, a.right_of::text as "right_of!", a.remark,
                  a.acted_at as "acted_at: Instant"
           from proposal_act a join person p on p.person_id = a.person_id
           where a.bulk_id = $1 and a.proposal_id = $2 order by a.place"#,
        bulk_id.as_str(),
        proposal_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Lists the bills of a proposal with the groups of their accounts, by number.
pub async fn packed_bills(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
) -> sqlx::Result<Vec<ProposedBill>> {
    sqlx::query_as!(
        ProposedBill,
        r#"select invoice_no as "invoice_no: InvoiceNo", amount as "amount: Money", group_id::text as group_id,
                  hold_cause as "hold: HoldCause"
           from proposal_item where bulk_id = $1 and proposal_id = $2 order by invoice_no"#,
        bulk_id.as_str(),
        proposal_id.as_str(),
    )
    .fetch_all(db)
    .await
}

pub struct NewAct<'a> {
    pub is_approval: bool,
    pub person_id: Uuid,
    pub right_of: Uuid,
    pub remark: Option<&'a str>,
    pub now: Instant,
}

pub async fn add_act(db: &mut PgConnection, proposal: &Proposal, new: &NewAct<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into proposal_act (proposal_id, place, bulk_id, step, is_approval, person_id, right_of, remark, acted_at)
         select $1, count(*) + 1, $2, $3, $4, $5, $6, $7, $8 from proposal_act where proposal_id = $1",
        proposal.proposal_id.as_str(),
        proposal.bulk_id.as_str(),
        proposal.step,
        new.is_approval,
        new.person_id,
        new.right_of,
        new.remark,
        new.now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// Moves an open proposal on. A new step begins its own time.
pub async fn move_on(
    db: &mut PgConnection,
    proposal: &Proposal,
    state: ProposalState,
    step: i32,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update proposal set state = $2, step = $3,
                step_since = case when step = $3 then step_since else $4 end,
                is_reminded = is_reminded and step = $3
         where proposal_id = $1",
        proposal.proposal_id.as_str(),
        state.code(),
        step,
        now.utc(),
    )
    .execute(db)
    .await
    .map(drop)
}

/// The end of a proposal.
#[derive(Debug, Default)]
pub struct ProposalEnd<'a> {
    pub reason: Option<&'a str>,
    pub changes: Option<&'a [ProposalChange]>,
    pub payment_id: Option<Uuid>,
}

/// Ends a proposal, so that its bills can be proposed again.
pub async fn end(
    db: &mut PgConnection,
    proposal_id: &ProposalId,
    state: ProposalState,
    end: &ProposalEnd<'_>,
    now: Instant,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update proposal set state = $2, ended_at = $3, end_reason = $4, changes = $5, payment_id = $6
         where proposal_id = $1",
        proposal_id.as_str(),
        state.code(),
        now.utc(),
        end.reason,
        end.changes.map(Json) as _,
        end.payment_id,
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!("update proposal_item set live = false where proposal_id = $1 and live", proposal_id.as_str())
        .execute(db)
        .await
        .map(drop)
}

/// Marks a reminder as sent.
pub async fn mark_reminded(db: &mut PgConnection, proposal_id: &ProposalId, of_due: bool) -> sqlx::Result<()> {
    sqlx::query!(
        "update proposal set is_reminded = is_reminded or not $2, is_reminded_of_due = is_reminded_of_due or $2
         where proposal_id = $1",
        proposal_id.as_str(),
        of_due,
    )
    .execute(db)
    .await
    .map(drop)
}

/// Marks that the proposer was asked to release it on its day.
pub async fn mark_release_told(db: &mut PgConnection, proposal_id: &ProposalId) -> sqlx::Result<()> {
    sqlx::query!("update proposal set is_release_told = true where proposal_id = $1", proposal_id.as_str())
        .execute(db)
        .await
        .map(drop)
}

/// Lists the bills of a proposal as they were proposed, by number.
pub async fn frozen_bills(db: impl PgExecutor<'_>, proposal_id: &ProposalId) -> sqlx::Result<Vec<FrozenBill>> {
    sqlx::query_as!(
        FrozenBill,
        r#"select invoice_no as "invoice_no: InvoiceNo", amount as "amount: Money" from proposal_item
           where proposal_id = $1 order by invoice_no"#,
        proposal_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Lists the holds in spite of which the proposer chose bills.
pub async fn chosen_holds(db: impl PgExecutor<'_>, proposal_id: &ProposalId) -> sqlx::Result<Vec<Hold>> {
    sqlx::query_as!(
        Hold,
        r#"select invoice_no as "invoice_no: InvoiceNo", hold_cause as "cause!: HoldCause", hold_source as "source!"
           from proposal_item where proposal_id = $1 and hold_cause is not null"#,
        proposal_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Lists the bills of a proposal as they are now. Bills that left the bulk account are missing.
pub async fn current_bills(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
) -> sqlx::Result<Vec<CurrentBill>> {
    sqlx::query_as!(
        CurrentBill,
        r#"select b.invoice_no as "invoice_no: InvoiceNo", b.status as "status: Status",
                  b.total_amount_payable as "amount: Money", b.current_charge as "current_charge: Money",
                  bill_closed(b.status, b.closed, b.disable_payment) as "closed: Closure"
           from proposal_item i join bill b on b.bulk_id = i.bulk_id and b.invoice_no = i.invoice_no
           where i.bulk_id = $1 and i.proposal_id = $2"#,
        bulk_id.as_str(),
        proposal_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Lists the bills of a proposal, the largest first.
pub async fn listed_bills(
    db: impl PgExecutor<'_>,
    bulk_id: &BulkId,
    proposal_id: &ProposalId,
) -> sqlx::Result<Vec<ProposalBill>> {
    sqlx::query_as!(
        ProposalBill,
        r#"with items as materialized (
               select array_agg(invoice_no) as invoices from proposal_item where bulk_id = $1 and proposal_id = $2
           ), held as materialized (
               select h.invoice_no, h.cause, bill_hold_source(h.bulk_id, h.invoice_no, h.cause) as source from bill_on_hold h
               where h.bulk_id = $1 and h.invoice_no = any((select invoices from items)::text[])
           )
           select i.invoice_no as "invoice_no: InvoiceNo", i.account_no as "account_no: AccountNo",
                  i.amount as "amount: Money", i.due_date as "due_date: Day", i.is_held, i.hold_cause as "hold: HoldCause",
                  case when (i.hold_cause, i.hold_source) is distinct from (h.cause, h.source) then h.cause end
                  as "new_hold: HoldCause"
           from proposal_item i left join held h on h.invoice_no = i.invoice_no
           where i.bulk_id = $1 and i.proposal_id = $2 order by i.amount desc, i.invoice_no"#,
        bulk_id.as_str(),
        proposal_id.as_str(),
    )
    .fetch_all(db)
    .await
}

/// Findings and holds on the bills of a proposal.
pub struct Doubts {
    pub open_findings: i64,
    pub at_stake: Money,
    pub held_bills: i64,
}

/// Counts open findings and held bills. A bill with several findings counts with its largest amount.
pub async fn doubts(db: impl PgExecutor<'_>, bulk_id: &BulkId, proposal_id: &ProposalId) -> sqlx::Result<Doubts> {
    sqlx::query_as!(
        Doubts,
        r#"with items as materialized (
               select array_agg(invoice_no) as invoices from proposal_item where bulk_id = $1 and proposal_id = $2
           ), found as (
               select f.invoice_no, count(*) as findings, max(f.at_stake) as at_stake from finding f
               where f.bulk_id = $1 and f.invoice_no = any((select invoices from items)::text[])
                 and f.state in ('open', 'asked', 'answered')
               group by 1
           )
           select coalesce((select sum(findings) from found), 0)::bigint as "open_findings!",
                  coalesce((select sum(at_stake) from found), 0) as "at_stake!: Money",
                  (select count(*) from bill_on_hold h
                   where h.bulk_id = $1 and h.invoice_no = any((select invoices from items)::text[])) as "held_bills!""#,
        bulk_id.as_str(),
        proposal_id.as_str(),
    )
    .fetch_one(db)
    .await
}

/// A proposal that awaits approvals.
pub struct ProposedSteps {
    pub proposal_id: ProposalId,
    pub proposer: String,
    pub steps: Vec<RequiredStep>,
    pub approvals: Vec<Approval>,
}

/// Lists the proposals of a bulk account that await approvals, with those that they have.
pub async fn proposed(db: impl PgExecutor<'_>, bulk_id: &BulkId, now: Instant) -> sqlx::Result<Vec<ProposedSteps>> {
    sqlx::query!(
        r#"select p.proposal_id as "proposal_id: ProposalId", p.proposed_by::text as "proposer!",
                  p.steps as "steps: Json<Vec<RequiredStep>>",
                  coalesce(array_agg(a.step) filter (where a.is_approval), '{}') as "places!",
                  coalesce(array_agg(a.person_id::text) filter (where a.is_approval), '{}') as "by!",
                  coalesce(array_agg(a.right_of::text) filter (where a.is_approval), '{}') as "in_place_of!"
           from proposal p left join proposal_act a on a.bulk_id = p.bulk_id and a.proposal_id = p.proposal_id
           where p.bulk_id = $1 and proposal_is_open(p.state) and p.state = $2 and p.lapses_at > $3
           group by p.proposal_id"#,
        bulk_id.as_str(),
        ProposalState::Proposed.code(),
        now.utc(),
    )
    .map(|row| ProposedSteps {
        proposal_id: row.proposal_id,
        proposer: row.proposer,
        steps: row.steps.0,
        approvals: row
            .places
            .into_iter()
            .zip(row.by.into_iter().zip(row.in_place_of))
            .map(|(step, (by, in_place_of))| Approval {
                step: usize::try_from(step - 1).unwrap_or_default(),
                by,
                in_place_of,
            })
            .collect(),
    })
    .fetch_all(db)
    .await
}

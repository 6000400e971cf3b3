//! The list of proposals.

use gridbill_core::approvals::{
    ProposalFilter, ProposalRow, ProposalSortBy, ProposalState, ProposalsRequest, Situation,
};
use gridbill_core::number::{BulkId, ProposalId, TransactionNo};
use gridbill_core::recorded_name::display_name;
use gridbill_core::{Day, Instant, Money, Page, Problem};
use uuid::Uuid;

use super::sql::{self, ProposedSteps, policy as policies};
use super::{approver_ids, is_own};
use crate::app::App;
use crate::auth::who::{Customer, Person};
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, columns, searched_pattern};

pub async fn proposals(app: App, who: Customer, request: ProposalsRequest) -> Answer<Page<ProposalRow>> {
    let awaiting = awaiting(&app, &who).await?;
    let list = Proposals::new(&who, &request.filter, &awaiting)?;
    let page = list::page(&app.pool, &list, request.sort, request.page()).await?;
    Ok(page.map(|row: ListedProposal| row.listed(&who.person, &awaiting)))
}

/// Lists the proposals that the caller can approve now, by core's rule. A company has at most 200 open ones.
async fn awaiting(app: &App, who: &Customer) -> Answer<Vec<String>> {
    let (bulk_id, caller, today) = (&who.bulk_id, who.person.person_id.to_string(), Day::at(app.now()));
    let mut db = app.pool.acquire().await?;
    let users = policies::users(&mut *db, bulk_id).await?;
    let active = approver_ids(&users);
    if who.person.integration.is_some() || !active.contains(&caller) {
        return Ok(Vec::new());
    }
    let delegations = policies::delegated_rights(&mut *db, bulk_id, today).await?;
    let proposed = sql::proposed(&mut *db, bulk_id, app.now()).await?;
    let awaits = |one: &&ProposedSteps| {
        let ProposedSteps { proposer, steps, approvals, .. } = one;
        let situation = Situation { steps, proposer, approvals, delegations: &delegations, active: &active, today };
        situation.right_of(&caller).is_ok()
    };
    Ok(proposed.iter().filter(awaits).map(|one| one.proposal_id.to_string()).collect())
}

/// The proposals of a bulk account.
struct Proposals<'a> {
    bulk_id: &'a BulkId,
    filter: &'a ProposalFilter,
    /// Those that the caller can approve now.
    awaiting: &'a Vec<String>,
    /// The pattern for the searched text.
    pattern: Option<String>,
}

impl<'a> Proposals<'a> {
    /// Fails when core rejects the searched text.
    fn new(who: &'a Customer, filter: &'a ProposalFilter, awaiting: &'a Vec<String>) -> Result<Self, Problem> {
        let pattern = searched_pattern("filter.search", filter.search.as_deref())?;
        Ok(Self { bulk_id: &who.bulk_id, filter, awaiting, pattern })
    }
}

impl List for Proposals<'_> {
    type Row = ListedProposal;
    type By = ProposalSortBy;
    const NAME: &'static str = "proposals";
    const FROM: (&'static str, &'static str) = ("proposal", "p");

    fn keys(by: ProposalSortBy) -> &'static [Key] {
        const ID: Key = Key::new("p.proposal_id", "text");
        const DUE: Key = Key::new("p.earliest_due", "date").within("coalesce(", ", 'infinity'::date)");
        match by {
            ProposalSortBy::ProposedAt => const { &[Key::new("p.proposed_at", "timestamptz"), ID] },
            ProposalSortBy::TotalAmount => const { &[Key::new("p.amount", "numeric"), ID] },
            ProposalSortBy::EarliestDue => const { &[DUE, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("p.bulk_id = {}", &[&self.bulk_id.as_str()]);
        if let Some(pattern) = &self.pattern {
            only.and(
                "(p.proposal_id ilike {}
                  or exists (select from payment y where y.payment_id = p.payment_id and y.transaction_no ilike {}))",
                &[pattern, pattern],
            );
        }
        let states =
            |states: &Vec<ProposalState>| states.iter().map(|state| state.code().to_owned()).collect::<Vec<_>>();
        only.and_some("p.state = any({})", self.filter.states.as_ref().map(states));
        match self.filter.awaits_me {
            Some(true) => only.and("p.proposal_id = any({})", &[self.awaiting]),
            Some(false) => only.and("p.proposal_id <> all({})", &[self.awaiting]),
            None => {}
        }
    }
}

/// A stored proposal.
struct ListedProposal {
    proposal_id: ProposalId,
    state: ProposalState,
    step: i64,
    steps: i64,
    amount: Money,
    bills: i64,
    largest_bill: Money,
    earliest_due: Option<Day>,
    proposer_id: Uuid,
    integration: Option<String>,
    proposed_by: String,
    proposed_at: Instant,
    release_on: Option<Day>,
    lapses_at: Instant,
    ended_at: Option<Instant>,
    note: Option<String>,
    transaction_no: Option<TransactionNo>,
}

columns! { ListedProposal, "join person r on r.person_id = p.proposed_by left join payment y on y.payment_id = p.payment_id" =>
    proposal_id: "p.proposal_id",
    state: "p.state",
    step: "p.step::bigint",
    steps: "jsonb_array_length(p.steps)::bigint",
    amount: "p.amount",
    bills: "p.bills::bigint",
    largest_bill: "p.largest_bill",
    earliest_due: "p.earliest_due",
    proposer_id: "p.proposed_by",
    integration: "p.integration",
    proposed_by: "r.name",
    proposed_at: "p.proposed_at",
    release_on: "p.release_on",
    lapses_at: "p.lapses_at",
    ended_at: "p.ended_at",
    note: "p.note",
    transaction_no: "y.transaction_no",
}

impl ListedProposal {
    fn listed(self, caller: &Person, awaiting: &[String]) -> ProposalRow {
        ProposalRow {
            is_own: is_own(caller, self.proposer_id, self.integration.as_deref()),
            awaits_me: awaiting.iter().any(|id| id == self.proposal_id.as_str()),
            proposal_id: self.proposal_id,
            proposal_state: self.state,
            step: self.step,
            steps: self.steps,
            total_amount: self.amount,
            total_bills: self.bills,
            largest_bill: self.largest_bill,
            earliest_due: self.earliest_due,
            proposed_by: display_name(self.integration.unwrap_or(self.proposed_by), caller.language),
            proposed_at: self.proposed_at,
            release_on: self.release_on,
            lapses_at: self.lapses_at,
            ended_at: self.ended_at,
            note: self.note,
            transaction_no: self.transaction_no,
        }
    }
}

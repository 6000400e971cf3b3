//! New staff users and roles that need a second officer (docs/domain/people.md#officers).

use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::PeopleFact;
use gridbill_core::identity::Side;
use gridbill_core::payments::officers::check_reason;
use gridbill_core::permission::Role;
use gridbill_core::staff::{StaffProposal, StaffProposalRequest, StaffProposals, TurnDownStaffRequest};
use gridbill_core::{Code, Language, Problem};
use sqlx::PgConnection;
use uuid::Uuid;

use super::admins::{added, change_role, staff_added_fact};
use super::sql::proposals::{self as sql, StoredProposal};
use super::sql::{self as users, User};
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::{Person, Staff};
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::facts::{self, Entry, Subject};

/// Whether a new role needs a second officer. It does if payment decisions need one, and the role adds an officer's
/// permission.
pub fn needs_second_officer(app: &App, before: Option<Role>, after: Role) -> bool {
    app.config.payments.second_officer_above.is_some() && after.gains_officer_right(before)
}

/// Stores a proposal and notifies the officers. Fails with [`Code::StaffProposalWaits`].
pub async fn propose(app: &App, tx: &mut Tx, actor: &Person, new: &sql::NewProposal<'_>, email: &str) -> Answer<()> {
    if !sql::add(tx, app.random.uuid(), new, actor.person_id, app.now()).await? {
        return Err(Problem::at(new.field(), Code::StaffProposalWaits).into());
    }
    let fact =
        PeopleFact::StaffProposed { user_id: new.person_id.to_string(), before: new.role_before, after: new.role };
    let entry = Entry::by(actor, Subject::Person(new.person_id), fact, email);
    facts::record(&app.context(), tx, entry).await
}

/// Returns the proposals, each with the reason why the caller cannot confirm it.
pub async fn list(app: App, Staff { person: actor }: Staff, _: Nothing) -> Answer<StaffProposals> {
    let mut db = app.pool.acquire().await?;
    let mut proposals = Vec::new();
    for proposal in sql::all(&mut db).await? {
        let why_not = confirmable(&mut db, &proposal, &actor).await?.err();
        proposals.push(shown(proposal, why_not, &actor));
    }
    Ok(StaffProposals { proposals })
}

fn shown(proposal: StoredProposal, why_not: Option<Code>, actor: &Person) -> StaffProposal {
    let sentence = |code: Code, language: Language| Problem::new(code).sentence(language);
    StaffProposal {
        proposal_id: proposal.proposal_id.to_string(),
        user_id: proposal.person_id.to_string(),
        email_address: proposal.email,
        username: proposal.name,
        role_before: proposal.role_before,
        role: proposal.role,
        proposed_by: proposal.proposer,
        proposed_at: proposal.proposed_at,
        is_own: proposal.proposed_by == actor.person_id,
        why_not: why_not.map(|code| sentence(code, actor.language)),
    }
}

/// Checks whether an officer may confirm a proposal as the second officer. Returns the code of the refusal if not.
async fn confirmable(
    db: &mut PgConnection,
    proposal: &StoredProposal,
    actor: &Person,
) -> sqlx::Result<Result<(), Code>> {
    Ok(if proposal.proposed_by == actor.person_id {
        Err(Code::SecondOfficerNeeded)
    } else if proposal.person_id == actor.person_id {
        Err(Code::UserIsYourself)
    } else if facts::are_related(db, proposal.proposed_by, actor.person_id).await? {
        Err(Code::OfficersNotIndependent)
    } else {
        Ok(())
    })
}

pub async fn confirm(app: App, Staff { person: actor }: Staff, request: StaffProposalRequest) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let proposal = locked(&mut tx, &actor, &request.proposal_id).await?;
    confirmable(&mut tx, &proposal, &actor).await??;
    sql::delete(&mut tx, proposal.proposal_id).await?;
    let proposed_by = Some(proposal.proposed_by);
    if let Some(user) = proposal.new_user() {
        let person_id = proposal.person_id;
        added(&app, &mut tx, person_id, &proposal.email, &user, actor.language).await?;
        let fact = staff_added_fact(person_id, user, proposed_by);
        let entry = Entry::by(&actor, Subject::Person(person_id), fact, &proposal.email);
        facts::record(&app.context(), &mut tx, entry).await?;
    } else {
        let user = user(&mut tx, proposal.person_id).await?;
        let after = user.with_role(proposal.role).ok_or(Code::UserNotFound)?;
        change_role(&app, &mut tx, &actor, &user, after, proposed_by).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

pub async fn turn_down(app: App, Staff { person: actor }: Staff, request: TurnDownStaffRequest) -> Answer<Nothing> {
    let remark = check_reason(&request.remark)?;
    let mut tx = app.begin().await?;
    let proposal = locked(&mut tx, &actor, &request.proposal_id).await?;
    sql::delete(&mut tx, proposal.proposal_id).await?;
    let fact = PeopleFact::StaffProposalTurnedDown {
        user_id: proposal.person_id.to_string(),
        before: proposal.role_before,
        after: proposal.role,
        remark,
    };
    let entry = Entry::by(&actor, Subject::Person(proposal.person_id), fact, &proposal.email);
    facts::record(&app.context(), &mut tx, entry).await?;
    tx.commit().await?;
    Ok(Nothing {})
}

/// Locks and returns a proposal. Checks again that the caller is an officer, because the lock may have taken a
/// while.
async fn locked(tx: &mut Tx, actor: &Person, proposal_id: &str) -> Answer<StoredProposal> {
    let proposal_id = Uuid::parse_str(proposal_id.trim()).map_err(|_| Code::StaffProposalNotFound)?;
    let proposal = sql::lock(tx, proposal_id).await?.ok_or(Code::StaffProposalNotFound)?;
    guard::check_unchanged(tx, actor).await?;
    Ok(proposal)
}

async fn user(tx: &mut Tx, person_id: Uuid) -> Answer<User> {
    Ok(users::lock(tx, person_id, Side::Staff).await?.ok_or(Code::UserNotFound)?)
}

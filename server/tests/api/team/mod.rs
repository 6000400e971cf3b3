//! Users of a bulk account: permissions to change them, and the effects.

mod adding;
mod changing;
mod invitations;
mod lists;
mod next_request;
mod transferring;

use gridbill::auth::who::Caller;
use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::number::MemberId;
use gridbill_core::team::{
    AddBulkUser, AddMemberRequest, GetManageUsersTable, MemberRequest, PeopleFilter, TeamMember, TeamPermission,
    TeamRequest, TransferMasterBulkUser,
};
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::support::given::SINAR;
use crate::support::{Actor, Portal, RefusedCall, sql};

pub fn bulk(number: &str) -> BulkId {
    BulkId::parse(number).expect("a bulk account")
}

pub fn one(user_id: &str) -> MemberRequest {
    MemberRequest { user_id: MemberId(user_id.to_owned()) }
}

pub fn asked(email: &str, permissions: &[TeamPermission]) -> AddMemberRequest {
    AddMemberRequest { id: None, email: email.to_owned(), nickname: None, permissions: permissions.to_vec() }
}

/// Invites a user as viewer. Returns the invitation's id.
pub async fn invite(master: &Actor, email: &str) -> String {
    let added = master.call::<AddBulkUser>(asked(email, &[TeamPermission::ViewOnly])).await;
    added.expect("an invitation").user_id
}

pub fn list(filter: PeopleFilter) -> TeamRequest {
    TeamRequest { id: bulk(SINAR), record_count: None, cursor: None, filter, sort: Sort::default() }
}

/// Returns all users of Sinar, as the Master sees them.
pub async fn all_members(master: &Actor) -> Vec<TeamMember> {
    master.call::<GetManageUsersTable>(list(PeopleFilter::default())).await.expect("a list").items
}

pub async fn found(master: &Actor, email: &str) -> Option<TeamMember> {
    all_members(master).await.into_iter().find(|member| member.email == email)
}

pub async fn id_of(pool: &PgPool, email: &str) -> String {
    let query = "select person_id from person where email = $1 and deleted_at is null";
    let id = sql::value::<Uuid>(pool, query, &[&email]).await;
    id.to_string()
}

/// Transfers the Master role to another user of the company.
pub async fn transfer_master(portal: &Portal, master: &Actor, email: &str) {
    let request = json!({ "userId": id_of(portal.pool(), email).await });
    master.call_raw::<TransferMasterBulkUser>(request).await.expect("transferred");
}

/// Starts a session without signing in, because hashing a password takes longer than the rest of a test.
pub async fn session_of(portal: &Portal, email: &str) -> Actor {
    let person_id: Uuid = id_of(portal.pool(), email).await.parse().expect("an id");
    let mut tx = portal.pool().begin().await.expect("a transaction");
    let begun = gridbill::auth::session::begin(&portal.app.auth, &mut tx, person_id, &Caller::default()).await;
    tx.commit().await.expect("committed");
    portal.visitor().with_token(begun.expect("a session").0)
}

/// Returns a fingerprint of all data that calls about users may change.
pub async fn people_state(pool: &PgPool) -> String {
    let query = "select md5(concat_ws(' ',
                 (select string_agg(concat_ws('|', person_id, email, name, nickname, mobile_no, role, make_payments,
                                              manage_accounts, bulk_id, activated_at, disabled_at, deleted_at), ','
                                    order by person_id) from person),
                 (select string_agg(t::text, ',' order by invitation_id) from invitation t),
                 (select string_agg(t::text, ',' order by token_hash) from link t),
                 (select string_agg(t::text, ',' order by fact_id) from fact t),
                 (select count(*) from mail)))";
    sql::value(pool, query, &[]).await
}

/// Returns kind, actor and subject of each fact, oldest first.
pub async fn notes(pool: &PgPool) -> Vec<(String, String, String)> {
    let query = "select kind, actor_name, about from fact order by fact_id";
    sql::rows(pool, query, &[]).await
}

/// Returns status, code, fields and sentence of a refusal.
pub fn refusal_parts(refused: &RefusedCall) -> (u16, String, Vec<String>, String) {
    let fields = refused.body.fields.iter().map(|field| field.field.clone()).collect();
    (refused.status, refused.code().name().to_owned(), fields, refused.body.error_message.clone())
}

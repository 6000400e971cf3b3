//! Locks a bulk account while its users are changed. Changes run one after another, which guarantees the limit of users
//! and a single Master.

use gridbill_core::Code;
use gridbill_core::number::BulkId;
use gridbill_core::number::MemberId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, Member};
use crate::app::App;
use crate::auth::guard;
use crate::auth::who::{Customer, Person};
use crate::endpoint::Tx;
use crate::error::Answer;

/// A bulk account that is locked until the transaction ends.
pub struct Account {
    pub bulk_id: BulkId,
    pub company: String,
}

/// Locks a bulk account for a change of its people. Checks again that the caller may make the change, because the
/// lock may have taken a while.
/// Fails with [`Code::BulkAccountNotFound`]; [`Code::SignedOut`] if the caller's role was changed meanwhile.
pub async fn lock(db: &mut PgConnection, actor: &Person, bulk_id: BulkId) -> Answer<Account> {
    let company = sql::lock_account(db, &bulk_id).await?.ok_or(Code::BulkAccountNotFound)?;
    guard::check_unchanged(db, actor).await?;
    Ok(Account { bulk_id, company })
}

/// A member who is about to be changed, with the transaction that holds the lock.
pub struct Locked {
    pub tx: Tx,
    pub account: Account,
    pub member: Member,
}

impl Locked {
    /// Locks the bulk account and returns the named member.
    /// Fails with [`Code::UserNotFound`] for a missing member, a member of another bulk account, and an invalid id
    /// alike.
    pub async fn named(app: &App, who: &Customer, member: &MemberId) -> Answer<Self> {
        let user_id = id(member)?;
        let mut tx = app.begin().await?;
        let account = lock(&mut tx, &who.person, who.bulk_id.clone()).await?;
        let member = sql::member(&mut tx, &account.bulk_id, user_id).await?.ok_or(Code::UserNotFound)?;
        Ok(Self { tx, account, member })
    }
}

/// Parses the id of a person or an invitation. Fails with [`Code::UserNotFound`] for an invalid id.
pub fn id(MemberId(user_id): &MemberId) -> Result<Uuid, Code> {
    Uuid::parse_str(user_id.trim()).map_err(|_| Code::UserNotFound)
}

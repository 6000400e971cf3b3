//! Changes of the people of one bulk account follow each other, so that its limit and its one Master hold.

use gridbill_core::Code;
use gridbill_core::number::BulkId;
use gridbill_core::number::MemberId;
use sqlx::{PgConnection, PgPool};
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

/// Locks a bulk account for somebody who changes its people, and who must still be allowed to when it is their turn.
///
/// # Errors
/// [`Code::BulkAccountNotFound`]; [`Code::SignedOut`] when their own role was changed before.
pub async fn lock(db: &mut PgConnection, actor: &Person, bulk_id: BulkId) -> Answer<Account> {
    let company = sql::lock_account(db, &bulk_id).await?.ok_or(Code::BulkAccountNotFound)?;
    guard::still(db, actor).await?;
    Ok(Account { bulk_id, company })
}

/// Somebody of a bulk account who is about to be changed, with everything that stays as it is meanwhile.
pub struct Locked {
    pub tx: Tx,
    pub account: Account,
    pub member: Member,
}

impl Locked {
    /// Locks whoever is named.
    ///
    /// # Errors
    /// [`Code::UserNotFound`] alike for a missing one, another bulk account's, and a text that is no ID.
    pub async fn named(app: &App, who: &Customer, member: &MemberId) -> Answer<Self> {
        let user_id = id(member)?;
        let mut tx = app.begin().await?;
        let account = lock(&mut tx, &who.person, who.bulk_id.clone()).await?;
        let member = sql::member(&mut tx, &account.bulk_id, user_id).await?.ok_or(Code::UserNotFound)?;
        Ok(Self { tx, account, member })
    }
}

/// The id of a person or an invitation.
///
/// # Errors
/// [`Code::UserNotFound`] for a text that is none.
pub fn id(MemberId(user_id): &MemberId) -> Result<Uuid, Code> {
    Uuid::parse_str(user_id.trim()).map_err(|_| Code::UserNotFound)
}

/// A person or an invitation is of one bulk account.
impl guard::OfAccount for MemberId {
    async fn account(&self, pool: &PgPool) -> Answer<BulkId> {
        sql::account_of(pool, id(self)?).await?.ok_or_else(|| Code::UserNotFound.into())
    }
}

//! Changes of the people of one bulk account follow each other, so that its limit and its one Master hold.

use gridbill_core::Code;
use gridbill_core::number::BulkId;
use sqlx::PgConnection;
use uuid::Uuid;

use super::sql::{self, Member};
use crate::app::App;
use crate::auth::guard;
use crate::endpoint::Tx;
use crate::error::Answer;
use crate::who::{Customer, Person};

/// A bulk account that is held until the transaction ends.
pub struct Account {
    pub bulk_id: BulkId,
    pub company: String,
}

/// Holds a bulk account for somebody who changes its people, and who must still be allowed to when it is their turn.
///
/// # Errors
/// [`Code::BulkAccountNotFound`]; [`Code::SignedOut`] when their own role was changed before.
pub async fn hold(db: &mut PgConnection, actor: &Person, bulk_id: BulkId) -> Answer<Account> {
    let company = sql::hold_account(db, &bulk_id).await?.ok_or(Code::BulkAccountNotFound)?;
    guard::still(db, actor).await?;
    Ok(Account { bulk_id, company })
}

/// Somebody of a bulk account who is about to be changed, with everything that stays as it is meanwhile.
pub struct Held {
    pub tx: Tx,
    pub account: Account,
    pub member: Member,
}

impl Held {
    /// Holds whoever a Master names.
    ///
    /// # Errors
    /// [`Code::UserNotFound`] alike for a missing one, another bulk account's, and a text that is no id.
    pub async fn by_master(app: &App, who: &Customer, user_id: &str) -> Answer<Self> {
        let user_id = id(user_id)?;
        Self::of(app, &who.person, who.bulk_id.clone(), user_id).await
    }

    /// Holds whoever staff name, in whichever bulk account.
    ///
    /// # Errors
    /// [`Code::UserNotFound`].
    pub async fn by_staff(app: &App, actor: &Person, user_id: &str) -> Answer<Self> {
        let user_id = id(user_id)?;
        let bulk_id = sql::account_of(&app.pool, user_id).await?.ok_or(Code::UserNotFound)?;
        Self::of(app, actor, bulk_id, user_id).await
    }

    /// Holds somebody in a bulk account.
    ///
    /// # Errors
    /// [`Code::UserNotFound`].
    pub async fn of(app: &App, actor: &Person, bulk_id: BulkId, user_id: Uuid) -> Answer<Self> {
        let mut tx = app.pool.begin().await?;
        let account = hold(&mut tx, actor, bulk_id).await?;
        let member = sql::member(&mut tx, &account.bulk_id, user_id).await?.ok_or(Code::UserNotFound)?;
        Ok(Self { tx, account, member })
    }
}

/// The id of a person or an invitation.
///
/// # Errors
/// [`Code::UserNotFound`] for a text that is none.
pub fn id(user_id: &str) -> Result<Uuid, Code> {
    Uuid::parse_str(user_id.trim()).map_err(|_| Code::UserNotFound)
}

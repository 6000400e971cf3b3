//! The possible recipients: the other users of the same bulk account who can sign in.

use gridbill_core::permission::{Action, Area, Permissions, Role, Scope};
use gridbill_core::{Code, Language};
use sqlx::PgExecutor;
use uuid::Uuid;

use super::sql;
use crate::app::App;
use crate::auth::rate_limit;
use crate::auth::who::Customer;
use crate::error::Answer;
use crate::mail::To;

/// Another user of the bulk account.
pub struct ColleagueContact {
    pub person_id: Uuid,
    pub email: String,
    pub name: String,
    pub language: Language,
    pub role: Role,
    pub make_payments: bool,
    pub manage_accounts: bool,
    pub registration_status: i16,
}

impl ColleagueContact {
    pub fn may_pay(&self) -> bool {
        let permissions = Permissions { make_payments: self.make_payments, manage_accounts: self.manage_accounts };
        let pay = Scope { area: Area::Payment, action: Action::Add };
        self.role.while_registered(self.registration_status).allows(permissions, pay)
    }

    pub fn to(&self) -> To<'_> {
        To { email: &self.email, name: Some(&self.name), language: self.language }
    }
}

/// Returns all other users, ordered by name.
pub async fn others(db: impl PgExecutor<'_>, who: &Customer) -> Answer<Vec<ColleagueContact>> {
    Ok(sql::list_colleagues(db, &who.bulk_id, who.person.person_id, None).await?)
}

/// Returns the named user.
/// Fails with [`Code::UserNotFound`] for the caller, for users of other bulk accounts, and for users who cannot sign
/// in.
pub async fn other(db: impl PgExecutor<'_>, who: &Customer, user_id: &str) -> Answer<ColleagueContact> {
    let person_id = Uuid::parse_str(user_id).map_err(|_| Code::UserNotFound)?;
    let found = sql::list_colleagues(db, &who.bulk_id, who.person.person_id, Some(person_id)).await?;
    Ok(found.into_iter().next().ok_or(Code::UserNotFound)?)
}

/// Counts an e-mail to a colleague, by sender and by recipient. Call it before the work, outside of a transaction.
/// Fails with [`Code::TooManyAttempts`].
pub async fn count(app: &App, who: &Customer, to: &ColleagueContact) -> Answer<()> {
    let limits = app.config.limits;
    rate_limit::enforce(&app.auth, limits.colleague_emails(), &who.person.person_id.to_string()).await?;
    rate_limit::enforce(&app.auth, limits.colleague_emails_to(), &to.person_id.to_string()).await
}

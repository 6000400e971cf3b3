//! Who calls, as the handlers receive it.

use std::sync::{Arc, Mutex, PoisonError};

use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Code, Language};
use uuid::Uuid;

/// Somebody signed in.
#[derive(Debug, Clone)]
pub struct Person {
    pub person_id: Uuid,
    pub session_id: Uuid,
    pub name: String,
    pub email: String,
    /// None for a customer who belongs to no bulk account yet.
    pub role: Option<Role>,
    pub permissions: Permissions,
    pub bulk_id: Option<BulkId>,
    pub is_staff: bool,
    /// The bulk account has an electricity account; without one, its bills and payments are closed.
    pub has_account: bool,
    pub language: Language,
    pub caller: Caller,
}

/// A customer of a bulk account, or staff reading as one.
#[derive(Debug, Clone)]
pub struct Customer {
    pub person: Person,
    /// The tenant of every query.
    pub bulk_id: BulkId,
}

/// A member of the utility's staff.
#[derive(Debug, Clone)]
pub struct Staff {
    pub person: Person,
}

/// Anybody: what the call itself carries.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub language: Language,
    pub caller: Caller,
    pub(crate) refresh_cookie: Option<String>,
}

/// From where and by what a call comes.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// The web app: tokens travel in cookies.
    pub uses_cookies: bool,
    pub cookies: CookieJar,
    /// The browser or program, as it names itself.
    pub device: String,
    /// The network address, by which rates are counted.
    pub address: String,
}

impl Visitor {
    /// The refresh token that the call brings, in its body or in its cookie.
    ///
    /// # Errors
    /// [`Code::SessionHeaderMissing`] for a cookie alone: another site could end the session with it, and a script
    /// could have the next tokens put into a body, which it reads.
    pub fn refresh_token(&self, in_body: Option<String>) -> Result<Option<String>, Code> {
        match (in_body, &self.refresh_cookie) {
            (Some(token), _) => Ok(Some(token)),
            (None, Some(_)) if !self.caller.uses_cookies => Err(Code::SessionHeaderMissing),
            (None, cookie) => Ok(cookie.clone()),
        }
    }
}

/// Cookies that the answer will set.
#[derive(Debug, Clone, Default)]
pub struct CookieJar(Arc<Mutex<Vec<String>>>);

impl CookieJar {
    pub fn set(&self, cookie: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(cookie);
    }

    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

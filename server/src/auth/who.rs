//! Who calls, as the handlers receive it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// The access token, as a header or by the web app's cookie.
    pub(crate) access_token: Option<String>,
}

/// From where and by what a call comes.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// The web app: tokens travel in cookies.
    pub uses_cookies: bool,
    pub cookies: CookieJar,
    /// The browser or program, as it names itself.
    pub device: String,
    /// The network address, by which rate limits count.
    pub address: String,
    /// By which a browser is known again.
    pub device_cookie: Option<String>,
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
pub struct CookieJar(Arc<Mutex<Cookies>>);

#[derive(Debug, Default)]
pub(crate) struct Cookies {
    pub set: Vec<String>,
    /// The session is over: the browser is to keep no page of it.
    pub is_signed_out: bool,
}

impl CookieJar {
    fn cookies(&self) -> MutexGuard<'_, Cookies> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set(&self, cookie: String) {
        self.cookies().set.push(cookie);
    }

    pub fn sign_out(&self) {
        self.cookies().is_signed_out = true;
    }

    pub(crate) fn take(&self) -> Cookies {
        std::mem::take(&mut *self.cookies())
    }
}

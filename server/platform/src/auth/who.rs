//! The caller as handlers receive it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gridbill_core::number::BulkId;
use gridbill_core::permission::{Permissions, Role};
use gridbill_core::{Code, Language};
use uuid::Uuid;

/// A signed-in user.
#[derive(Debug, Clone)]
pub struct Person {
    pub person_id: Uuid,
    pub session_id: Uuid,
    pub name: String,
    pub email: String,
    /// `None` for a customer who belongs to no bulk account yet.
    pub role: Option<Role>,
    pub permissions: Permissions,
    pub bulk_id: Option<BulkId>,
    pub is_staff: bool,
    /// Whether the bulk account has an electricity account; without an account, bills and payments are closed.
    pub has_account: bool,
    pub language: Language,
    pub caller: Caller,
    /// The integration that makes the call by an API token of this user.
    pub integration: Option<Integration>,
}

/// An integration, which makes calls by an API token.
#[derive(Debug, Clone)]
pub struct Integration {
    pub token_id: Uuid,
    /// The name that facts store.
    pub recorded: String,
}

impl Person {
    /// Returns the id under which calls are counted together: an integration does not use up the limits of its user.
    #[must_use]
    pub fn caller_id(&self) -> Uuid {
        self.integration.as_ref().map_or(self.person_id, |integration| integration.token_id)
    }

    /// Returns the name that facts and rows store: the integration's, otherwise the user's.
    #[must_use]
    pub fn recorded_name(&self) -> &str {
        self.integration.as_ref().map_or(&self.name, |integration| &integration.recorded)
    }
}

/// A customer of a bulk account, or staff who view or act for it.
#[derive(Debug, Clone)]
pub struct Customer {
    pub person: Person,
    /// The tenant that every query is restricted to.
    pub bulk_id: BulkId,
}

/// A member of the utility's staff.
#[derive(Debug, Clone)]
pub struct Staff {
    pub person: Person,
}

/// A user who may see an application.
#[derive(Debug, Clone)]
pub struct Applicant {
    pub person: Person,
    pub registration_id: Uuid,
}

/// A caller who need not be signed in, with the data that the call itself carries.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub language: Language,
    pub caller: Caller,
    pub refresh_cookie: Option<String>,
    /// The access token, from the header or from the web app's cookie.
    pub access_token: Option<String>,
}

/// Where a call comes from: client, cookies and network address.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// Whether the caller is the web app, whose tokens are in cookies.
    pub uses_cookies: bool,
    pub cookies: CookieJar,
    /// The `User-Agent`, safe to show.
    pub device: String,
    /// Rate limits count by this network address.
    pub address: String,
    /// The cookie that identifies a known browser.
    pub device_cookie: Option<String>,
}

impl Visitor {
    /// Returns the refresh token of the call, from its body or its cookie.
    /// Fails with [`Code::SessionHeaderMissing`] for a cookie without the session header. Otherwise another site could
    /// end the session with it, and a script could get the next tokens in a body that it can read.
    pub fn refresh_token(&self, in_body: Option<String>) -> Result<Option<String>, Code> {
        match (in_body, &self.refresh_cookie) {
            (Some(token), _) => Ok(Some(token)),
            (None, Some(_)) if !self.caller.uses_cookies => Err(Code::SessionHeaderMissing),
            (None, cookie) => Ok(cookie.clone()),
        }
    }
}

/// Cookies that the response will set.
#[derive(Debug, Clone, Default)]
pub struct CookieJar(Arc<Mutex<Cookies>>);

#[derive(Debug, Default)]
pub struct Cookies {
    pub set: Vec<String>,
    /// Whether the session ended, so that the browser must delete the pages that it stored.
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

    #[must_use]
    pub fn take(&self) -> Cookies {
        std::mem::take(&mut *self.cookies())
    }
}

//! Sessions, passwords, and the guard before every handler.

use std::ops::Deref;
use std::sync::Arc;

use crate::base::Base;

pub mod absent;
pub mod address;
pub mod again;
pub mod api_token;
mod applicant;
pub mod call_permits;
pub mod caller;
pub mod cookie;
pub mod device;
pub mod factors;
pub mod freeze;
pub mod guard;
mod limits;
pub mod password;
mod person;
pub mod rate_limit;
pub mod security;
pub mod session;
mod sql;
pub mod stop;
pub mod tidy;
pub mod token;
pub mod who;
pub mod windows;

use call_permits::CallPermits;
use factors::Factors;
use password::Passwords;
use security::Security;
use token::Keys;

/// Authentication state that all requests of a process share: keys, passwords, security event budgets and call
/// permits.
#[derive(Clone)]
pub struct Auth(Arc<Parts>);

pub struct Parts {
    base: Base,
    pub keys: Keys,
    pub passwords: Passwords,
    pub factors: Factors,
    pub security: Security,
    pub call_permits: CallPermits,
}

impl Deref for Auth {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Deref for Parts {
    type Target = Base;

    fn deref(&self) -> &Base {
        &self.base
    }
}

impl Auth {
    /// Fails if the database does not answer.
    pub async fn new(base: &Base) -> anyhow::Result<Self> {
        Ok(Self(Arc::new(Parts {
            keys: Keys::load(&base.pool, &base.random).await?,
            passwords: Passwords::new(&base.random)?,
            factors: Factors::new(base).await?,
            security: Security::default(),
            call_permits: CallPermits::default(),
            base: base.clone(),
        })))
    }
}

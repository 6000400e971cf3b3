//! The files of a portal that is taken over (docs/domain/feed.md#files-of-a-portal-that-is-taken-over): companies,
//! users, groups, reference IDs and closed payments. They have no facts, because this portal did not witness what
//! they report.

mod company;
mod group;
mod payment;
mod reference;
mod sql;
mod user;

use std::hash::{DefaultHasher, Hash, Hasher as _};

pub use company::Company;
pub use group::GroupedAccount;
pub use payment::PastPayment;
pub use reference::AccountReference;
pub use user::User;

use super::field::Refusal;

/// Returns the number that identifies a record by several values.
fn hash_of(values: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    values.hash(&mut hasher);
    hasher.finish()
}

fn unknown_company() -> Refusal {
    Refusal::of("bulkId", "This company was not taken over. Import the file of companies first.")
}

fn unknown_account() -> Refusal {
    Refusal::of("accountNo", "This account is unknown. Import the file of accounts first.")
}

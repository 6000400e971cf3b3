//! The electricity accounts of a bulk account, and how they come and go (specification, sections 3 to 5 and 7, "Account
//! service").

mod list;
mod tagging;

pub use list::{CheckedAccount, TypedAccount, UploadedAccounts, UploadedRow, check_accounts, read_rows};
pub use tagging::{AccountError, TaggingAction};

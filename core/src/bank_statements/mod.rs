//! The statements of the utility's own bank accounts: lines of money that arrived, matched to the payments that wait for it
//! (docs/domain/bank-statements.md). What is read of a file and how it is matched is the server's alone; the browser has the
//! types.

#[cfg(feature = "sheet")]
mod candidates;
#[cfg(feature = "sheet")]
mod cells;
#[cfg(feature = "sheet")]
mod days;
#[cfg(feature = "sheet")]
mod guess;
#[cfg(feature = "sheet")]
mod lines;
#[cfg(feature = "sheet")]
mod matching;
#[cfg(feature = "sheet")]
mod money;
mod proposed;
#[cfg(feature = "sheet")]
mod read;
mod shared;
mod shares;
#[cfg(feature = "sheet")]
mod similar;
mod statement;
#[cfg(feature = "sheet")]
mod text;

#[cfg(feature = "sheet")]
pub use candidates::{Candidate, rank, said_keys};
#[cfg(feature = "sheet")]
pub use lines::{Line, check_columns, lines};
#[cfg(feature = "sheet")]
pub use matching::{Awaited, Match, OpenLine, matches};
#[cfg(feature = "sheet")]
pub use money::{EXACT_DAYS, Part, assign, free_line, is_timely, parts, says_number};
#[cfg(feature = "sheet")]
pub use read::{MAX_COLUMNS, MAX_ROWS, Table, read};

pub use proposed::*;
pub use shared::*;
pub use shares::{MAX_SHARES, allot, check_form, check_shares};
pub use statement::*;

use crate::Page;
use crate::endpoint::Nothing;

endpoints! { BankStatementsEndpoints;
    /// The statements of the bank that were uploaded, newest first.
    GetBankStatements = Post "/portal/api/v1/BankStatements" for Staff(PendingApproval, View) reads(BankStatements): Json (BankStatementsRequest) -> Page<UploadedStatement>;
    /// One statement: its columns, and its lines counted by what is proposed.
    GetBankStatement = Get "/portal/api/v1/BankStatements/Statement" for Staff(PendingApproval, View) reads(BankStatements, Payments, Company): Json (BankStatementRequest) -> BankStatement;
    /// The lines of a statement, each with the payment that it matches and what is proposed.
    GetBankStatementLines = Post "/portal/api/v1/BankStatements/Lines" for Staff(PendingApproval, View) reads(BankStatements, Payments, Company): Json (BankLinesRequest) -> Page<BankLine>;
    /// The banks whose statements can be uploaded.
    GetStatementBanks = Get "/portal/api/v1/BankStatements/Banks" for Staff(PendingApproval, View) reads(BankStatements): Json (Nothing) -> StatementBanks;
    /// Takes a statement, as a workbook or a text with columns. One that was uploaded before is gone on with.
    UploadBankStatement = Post "/portal/api/v1/BankStatements/Upload" for Staff(PendingApproval, Update) changes(BankStatements): Upload (UploadStatementRequest) -> StatementUploaded;
    /// Says which column is which, for this statement and the bank's next ones.
    SetBankStatementColumns = Post "/portal/api/v1/BankStatements/Columns" for Staff(PendingApproval, Update) changes(BankStatements): Json (SetColumnsRequest) -> Nothing;
    /// Decides the payments of these lines, each by itself.
    DecideBankLines = Post "/portal/api/v1/BankStatements/Decide" for Staff(PendingApproval, Update) once changes(BankStatements, Payments, Bills): Json (DecideLinesRequest) -> DecidedLines;
    /// A line of a statement with the payments that may belong to it, the best first, and the lines that may go with it.
    GetMatchCandidates = Post "/portal/api/v1/BankStatements/Candidates" for Staff(PendingApproval, View) reads(BankStatements, Payments, Bills, Company): Json (MatchCandidatesRequest) -> MatchCandidates;
    /// Accepts payments by shares of lines: all of them, or none.
    MatchBankLines = Post "/portal/api/v1/BankStatements/Match" for Staff(PendingApproval, Update) once changes(BankStatements, Payments, Bills): Json (MatchLinesRequest) -> MatchedLines;
}

lists! { BankStatementsLists;
    /// The statements of the bank that were uploaded.
    bankStatements = GetBankStatements of UploadedStatement {
        search => search,
        bank => bank_ids,
    }
    /// The lines of one.
    bankStatementLines = GetBankStatementLines of BankLine {
        search => search,
        show => group,
        fit => fit,
    }
}

/// The most lines that one call decides. They are in one transaction, which others wait for.
pub const MAX_DECIDED: usize = 100;

page_requests! {
    /// A page of statements.
    pub struct BankStatementsRequest {
        /// A part of a file's name, or of the name of whoever uploaded it.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Of these banks.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub bank_ids: Option<Vec<String>>,
    }

    /// A page of a statement's lines.
    pub struct BankLinesRequest {
        pub statement_id: String,
        /// A part of a reference, a description, an amount, a payment's number or its company.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub search: Option<String>,
        /// Those for which that is proposed.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub group: Option<LineGroup>,
        /// Those that fit so.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub fit: Option<Fit>,
    }
}

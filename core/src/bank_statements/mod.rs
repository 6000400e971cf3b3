//! Statements of the utility's own bank accounts: lines of money that arrived, matched to the payments that await it
//! (docs/domain/bank-statements.md). Only the server reads files and matches lines, so the browser is built with the
//! types only.

#[cfg(feature = "sheet")]
mod booking;
#[cfg(feature = "sheet")]
mod candidates;
#[cfg(feature = "sheet")]
mod cells;
#[cfg(feature = "sheet")]
mod guess;
#[cfg(feature = "sheet")]
mod lines;
#[cfg(feature = "sheet")]
mod matching;
#[cfg(feature = "sheet")]
mod meanings;
#[cfg(feature = "sheet")]
mod money;
#[cfg(feature = "sheet")]
mod named;
mod proposed;
#[cfg(feature = "sheet")]
mod read;
mod shared;
mod shares;
#[cfg(feature = "sheet")]
mod similar;
#[cfg(feature = "sheet")]
mod standard;
mod statement;
#[cfg(feature = "sheet")]
mod text;
#[cfg(feature = "sheet")]
mod transfers;

#[cfg(feature = "sheet")]
pub use booking::{Booking, bookings};
#[cfg(feature = "sheet")]
pub use candidates::{Candidate, rank, said_keys};
#[cfg(feature = "sheet")]
pub use guess::carry_over;
#[cfg(feature = "sheet")]
pub use lines::{Line, check_columns, other_cells, parse_lines, parse_table, written_amount};
#[cfg(feature = "sheet")]
pub use matching::{AwaitedPayment, LineMatch, OpenLine, match_awaited};
#[cfg(feature = "sheet")]
pub use meanings::{check_found, check_meanings, find_meanings};
#[cfg(feature = "sheet")]
pub use money::{EXACT_DAYS, ExpectedTransfer, assign, contains_number, free_line, is_timely, split_by_number};
#[cfg(feature = "sheet")]
pub use read::{MAX_COLUMNS, MAX_ROWS, Table, read};
#[cfg(feature = "sheet")]
pub use text::decoded;
#[cfg(feature = "sheet")]
pub use transfers::{CountedMoney, FoundMoney, Holder, KnownLine, KnownLines, PaymentOfLine, SearchedMoney, Standing};

pub use proposed::*;
pub use shared::*;
pub use shares::{MAX_SHARES, check_form, check_shares, divide_among_payments};
pub use statement::*;

use crate::Page;
#[cfg(feature = "sheet")]
use crate::calendar::days;
use crate::endpoint::Nothing;

endpoints! {
    /// The uploaded bank statements, newest first.
    GetBankStatements = Post "/portal/api/v1/BankStatements"
        for Staff(PendingApproval, View)
        refuses(CursorInvalid, SearchTooShort)
        reads(BankStatements): Json (BankStatementsRequest) -> Page<UploadedStatement>;
    /// A statement with its columns and the number of lines in each group.
    GetBankStatement = Get "/portal/api/v1/BankStatements/Statement"
        for Staff(PendingApproval, View)
        refuses(BankStatementNotFound)
        reads(BankStatements, Payments, Company): Json (BankStatementRequest) -> BankStatement;
    /// The lines of a statement, each with its matching payment and the proposed decision.
    GetBankStatementLines = Post "/portal/api/v1/BankStatements/Lines"
        for Staff(PendingApproval, View)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, SearchTooShort,
            BankStatementNotFound)
        reads(BankStatements, Payments, Company): Json (BankLinesRequest) -> Page<BankLine>;
    /// The banks whose statements can be uploaded.
    GetStatementBanks = Get "/portal/api/v1/BankStatements/Banks"
        for Staff(PendingApproval, View)
        refuses(BankRequired, BankUnknown)
        reads(BankStatements): Json (Nothing) -> StatementBanks;
    /// Uploads a statement: camt.053, MT940, OFX, a workbook or text with columns. A file that was uploaded before is
    /// not stored again; the call returns the existing statement.
    UploadBankStatement = Post "/portal/api/v1/BankStatements/Upload"
        for Staff(PendingApproval, Update)
        refuses(FileTooLarge, BankFileUnknown, BankFormatVersion, BankFileDamaged, BankBalanceWrong,
            BankFileEmpty, BankRowsTooMany, BankFileOfOther, BankColumnRequired, BankStatementNotFound,
            SheetNotXlsx, SheetDamaged, SheetUnpacksTooLarge, SheetHasMacros, SheetHasObjects, SheetCellTooLong,
            SheetTooManyRows, BankRequired, BankUnknown)
        changes(BankStatements): Upload (UploadStatementRequest) -> StatementUploaded;
    /// Sets which column contains what, for this statement and as the suggestion for the bank's next statements.
    SetBankStatementColumns = Post "/portal/api/v1/BankStatements/Columns"
        for Staff(PendingApproval, Update)
        refuses(BankColumnRequired, BankDirectionUnclear, BankCurrencyUnclear, BankStatusUnclear,
            BankColumnsWrong, BankColumnsUsed, BankStatementNotFound)
        changes(BankStatements): Json (SetColumnsRequest) -> Nothing;
    /// Decides the payments of several lines. Each line succeeds or fails on its own.
    DecideBankLines = Post "/portal/api/v1/BankStatements/Decide"
        for Staff(PendingApproval, Update)
        refuses(ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, BankStatementNotFound,
            BankLineUsed, BankLineNeeded, BankLineUnnamed, BankLineChanged, TransactionNotFound, PaymentMoved,
            ReconcileAmountPositive, ReconcileAmountTooLarge, ReconcileAmountAsBefore, CreditAccountUnknown,
            SecondOfficerNeeded, OfficersNotIndependent)
        once changes(BankStatements, Payments, Bills): Json (DecideLinesRequest) -> DecidedLines;
    /// Declares a line to be other money than the lines that are stored now, although it may be the same transfer.
    DeclareOtherMoney = Post "/portal/api/v1/BankStatements/OtherMoney"
        for Staff(PendingApproval, Update)
        refuses(RemarkRequired, RemarkTooLong, BankStatementNotFound, BankLineUsed, BankLineIsOther,
            BankLineChanged, BankLineNotFound)
        once changes(BankStatements): Json (OtherMoneyRequest) -> Nothing;
    /// A line with the payments that may belong to it, best first, and other lines that may be combined with it.
    GetMatchCandidates = Post "/portal/api/v1/BankStatements/Candidates"
        for Staff(PendingApproval, View)
        refuses(CursorInvalid, AmountInvalid, AmountDecimals, SearchTooShort, SearchTooMany,
            BankStatementNotFound, BankLineNotFound)
        reads(BankStatements, Payments, Bills, Company): Json (MatchCandidatesRequest) -> MatchCandidates;
    /// Accepts payments by shares of lines, all of the payments or none.
    MatchBankLines = Post "/portal/api/v1/BankStatements/Match"
        for Staff(PendingApproval, Update)
        refuses(AmountInvalid, AmountDecimals, AmountTooLarge, BankStatementNotFound, BankLineUsed,
            BankLineNeeded, BankLineUnnamed, BankLinesAlike, BankLineChanged, BankLineNotFound, BankMatchEmpty,
            BankShareAmount, BankShareTwice, BankSharesTooLarge, BankMatchIncomplete, BankLineNotNeeded,
            BankMoneyCounted, TransactionNotFound, PaymentMoved, PaymentAnswered, ReconcileAmountPositive,
            ReconcileAmountTooLarge, ReconcileAmountAsBefore, CreditAccountUnknown, SecondOfficerNeeded,
            DecisionEffectChanged, OfficersNotIndependent)
        once changes(BankStatements, Payments, Bills): Json (MatchLinesRequest) -> MatchedLines;
}

lists! {
    /// The uploaded bank statements.
    bankStatements = GetBankStatements of UploadedStatement {
        search => search,
        bank => bank_ids,
    }
    /// The lines of a statement.
    bankStatementLines = GetBankStatementLines of BankLine {
        search => search,
        show => group,
        fit => fit,
    }
}

/// Maximum lines that a call decides. They are in one transaction, whose locks block other users.
pub const MAX_DECIDED: usize = 100;

page_requests! {
    /// A request for a page of bank statements.
    pub struct BankStatementsRequest {
        /// Part of a file's name, or of the name of the user who uploaded it.
        #[serde(default)]
        pub search: Option<String>,
        /// Only statements of these banks.
        #[serde(default)]
        pub bank_ids: Option<Vec<String>>,
    }

    /// A request for a page of a statement's lines.
    pub struct BankLinesRequest {
        pub statement_id: String,
        /// Part of a reference, a description, an amount, a payment's number or its company.
        #[serde(default)]
        pub search: Option<String>,
        /// Only lines in this group.
        #[serde(default)]
        pub group: Option<LineGroup>,
        /// Only lines that fit their payment like this.
        #[serde(default)]
        pub fit: Option<Fit>,
    }
}

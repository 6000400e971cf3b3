//! Bank statements on the wire.

use super::GroupCount;
use crate::number::BankId;
use crate::{Day, Instant};

wire! {
    /// Selects a statement.
    pub struct BankStatementRequest {
        pub statement_id: String,
    }

    /// The fields that accompany the uploaded file.
    pub struct UploadStatementRequest {
        /// The bank that issued the statement.
        pub bank_id: BankId,
    }

    /// The result of an upload.
    pub struct StatementUploaded {
        pub statement_id: String,
        /// Whether the same file had already been uploaded. The id is then that of the existing statement.
        pub is_known: bool,
        /// The name of the bank to which the statement belonged before this upload.
        pub moved_from: Option<String>,
        /// Whether a user has to say which column contains what.
        pub needs_columns: bool,
        /// The numbers of the rows that are hidden in the workbook. They were read like the others.
        pub hidden_rows: Vec<u32>,
    }

    /// The banks of the utility's own accounts, and those with earlier statements; all banks if no account is set. Those
    /// with earlier statements come first, then by name.
    pub struct StatementBanks {
        pub banks: Vec<StatementBank>,
        /// Maximum lines of a file.
        pub most_lines: u32,
    }

    /// A bank whose statements can be uploaded.
    pub struct StatementBank {
        pub bank_id: BankId,
        pub bank_name: String,
        /// The numbers of the utility's accounts with the bank.
        pub accounts: Vec<String>,
        /// Whether the columns of its statements are known.
        pub is_known: bool,
    }

    /// An uploaded statement in a list.
    pub struct UploadedStatement {
        pub statement_id: String,
        pub bank_id: BankId,
        pub bank_name: String,
        pub file_name: String,
        pub uploaded_by: String,
        pub uploaded_at: Instant,
        /// The number of lines.
        pub lines: i64,
        /// The number of lines by which a payment was decided.
        pub decided: i64,
        /// The earliest date of its lines, once its columns are known.
        pub from: Option<Day>,
        /// The latest date.
        pub to: Option<Day>,
    }

    /// The columns of a statement, as indices from 0. Either `amount` has all amounts, or `credit` has the amounts that
    /// came in.
    #[derive(Eq, Default)]
    pub struct Columns {
        #[serde(default)]
        pub day: Option<u32>,
        #[serde(default)]
        pub reference: Option<u32>,
        #[serde(default)]
        pub description: Option<u32>,
        /// Amounts in both directions, with a sign.
        #[serde(default)]
        pub amount: Option<u32>,
        /// Amounts that came in.
        #[serde(default)]
        pub credit: Option<u32>,
        /// Amounts that went out.
        #[serde(default)]
        pub debit: Option<u32>,
        /// Whether the amount came in or went out, in words such as `CR` or `Keluar`.
        #[serde(default)]
        pub direction: Option<u32>,
        #[serde(default)]
        pub currency: Option<u32>,
        /// Whether the line is booked.
        #[serde(default)]
        pub status: Option<u32>,
        /// Columns that look like one of the last three and mean something else, as the user said.
        #[serde(default)]
        pub ignored: Vec<u32>,
    }

    /// A meaning of a column that decides whether a line is money that came in.
    #[derive(Copy, Eq)]
    pub enum Meaning {
        Direction,
        Currency,
        Status,
    }

    /// A column that looks as if it had a meaning.
    #[derive(Copy, Eq)]
    pub struct UnclearColumn {
        pub column: u32,
        pub meaning: Meaning,
    }

    /// A request to set the columns of a statement.
    pub struct SetColumnsRequest {
        pub statement_id: String,
        pub columns: Columns,
    }

    /// A statement with its columns and figures.
    pub struct BankStatement {
        pub statement_id: String,
        pub bank_name: String,
        pub file_name: String,
        pub uploaded_by: String,
        pub uploaded_at: Instant,
        /// The names of the columns.
        pub heading: Vec<String>,
        /// The first rows below the heading.
        pub sample: Vec<Vec<String>>,
        /// The columns; none until a user sets them, and says what each unclear column means.
        pub columns: Option<Columns>,
        /// The columns that names and values suggest, or those of the bank's earlier statements.
        pub suggested: Columns,
        /// The columns that look like a direction, a currency or a status. Each must be chosen or ignored.
        pub unclear: Vec<UnclearColumn>,
        /// Whether the columns can still be changed, because no payment was decided by the statement.
        pub may_change_columns: bool,
        pub lines: i64,
        /// The earliest date of its lines.
        pub from: Option<Day>,
        /// The latest date.
        pub to: Option<Day>,
        /// The figures of its lines by group.
        pub groups: Vec<GroupCount>,
        /// When the lines were compared with the payments.
        pub as_of: Instant,
    }
}

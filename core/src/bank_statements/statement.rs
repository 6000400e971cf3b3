//! What travels of the bank's statements.

use super::GroupCount;
use crate::number::BankId;
use crate::{Day, Instant};

wire! {
    /// A statement is meant.
    pub struct BankStatementRequest {
        pub statement_id: String,
    }

    /// The fields beside the file.
    pub struct UploadStatementRequest {
        /// Whose statement it is.
        pub bank_id: BankId,
    }

    /// What became of the file.
    pub struct StatementUploaded {
        pub statement_id: String,
        /// The same file was uploaded before, by somebody: this is it.
        pub is_known: bool,
        /// The bank whose statement it was until now, by name.
        pub moved_from: Option<String>,
        /// Somebody has to say which column is which.
        pub needs_columns: bool,
    }

    /// The banks, by name.
    pub struct StatementBanks {
        pub banks: Vec<StatementBank>,
        /// Lines that a file has at most.
        pub most_lines: u32,
    }

    /// A bank whose statements can be uploaded.
    pub struct StatementBank {
        pub bank_id: BankId,
        pub bank_name: String,
        /// Its columns are known.
        pub is_known: bool,
    }

    /// A statement that was uploaded.
    pub struct UploadedStatement {
        pub statement_id: String,
        pub bank_id: BankId,
        pub bank_name: String,
        pub file_name: String,
        pub uploaded_by: String,
        pub uploaded_at: Instant,
        /// Lines of it.
        pub lines: i64,
        /// Those by which a payment was decided.
        pub decided: i64,
        /// The first day of its lines, once its columns are known.
        pub from: Option<Day>,
        /// The last day.
        pub to: Option<Day>,
    }

    /// Which column says what, counted from 0. Either one column has the amounts, or one has those that came in.
    #[derive(Copy, Eq, Default)]
    pub struct Columns {
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub day: Option<u32>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub reference: Option<u32>,
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub description: Option<u32>,
        /// Amounts in and out, with their sign.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub amount: Option<u32>,
        /// Amounts that came in.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub credit: Option<u32>,
        /// Amounts that went out.
        #[serde(default)]
        #[cfg_attr(feature = "ts", tsify(optional))]
        pub debit: Option<u32>,
    }

    /// These are the columns.
    pub struct SetColumnsRequest {
        pub statement_id: String,
        pub columns: Columns,
    }

    /// One statement.
    pub struct BankStatement {
        pub statement_id: String,
        pub bank_name: String,
        pub file_name: String,
        pub uploaded_by: String,
        pub uploaded_at: Instant,
        /// The names of its columns.
        pub heading: Vec<String>,
        /// Its first rows under them.
        pub sample: Vec<Vec<String>>,
        /// What the columns are; none as long as nobody has said it.
        pub columns: Option<Columns>,
        /// What the names of the columns suggest, or what was said of the bank before.
        pub suggested: Columns,
        /// No payment was decided by it, so its columns can be said anew.
        pub may_change_columns: bool,
        pub lines: i64,
        /// The first day of its lines.
        pub from: Option<Day>,
        /// The last day.
        pub to: Option<Day>,
        /// Its lines by what is proposed.
        pub groups: Vec<GroupCount>,
        /// When it was compared with the payments.
        pub as_of: Instant,
    }
}

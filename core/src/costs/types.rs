//! Types of cost centres, codings and the report.

use crate::accounts::HiddenRows;
use crate::number::{AccountNo, BulkId};
use crate::{Day, Money, Page};

wire! {
    /// A cost centre.
    #[derive(Eq)]
    pub struct CostCentre {
        pub code: String,
        #[serde(rename = "name")]
        pub cost_centre_name: String,
        /// Whether new codings may use it.
        pub is_active: bool,
        /// The number of accounts whose coding uses it at any time.
        pub coded_accounts: i64,
        /// The number of groups whose default coding uses it.
        pub coded_groups: i64,
    }

    /// Adds or changes a cost centre.
    pub struct SaveCostCentreRequest {
        pub id: BulkId,
        pub code: String,
        #[serde(default)]
        pub name: String,
        pub is_active: bool,
        /// Whether it is added. Then the code must be new; otherwise it must exist.
        pub is_new: bool,
    }

    /// Selects a cost centre.
    pub struct RemoveCostCentreRequest {
        pub id: BulkId,
        pub code: String,
    }

    /// The cost centre that was removed.
    #[derive(Eq)]
    pub struct RemovedCostCentre {
        pub code: String,
    }

    /// A part of a coding.
    #[derive(Eq)]
    pub struct CodingPart {
        /// The code of the cost centre.
        pub code: String,
        /// The share of each bill, in 1/10,000.
        pub share: i64,
        /// The general-ledger account.
        pub ledger_account: String,
    }

    /// The coding of an account for some time.
    #[derive(Eq)]
    pub struct CodingPeriod {
        /// The first day. Bills count by their invoice date.
        pub from: Day,
        /// The last day; none if it has no end.
        #[serde(default)]
        pub until: Option<Day>,
        pub parts: Vec<CodingPart>,
    }

    /// Selects an account.
    pub struct AccountCodingRequest {
        pub id: BulkId,
        pub account_no: AccountNo,
    }

    /// The coding of an account.
    #[derive(Eq)]
    pub struct AccountCoding {
        pub account_no: AccountNo,
        /// By first day.
        pub periods: Vec<CodingPeriod>,
        /// The default coding of its group, for days that no period covers.
        pub group_default: Option<GroupCoding>,
        /// The active cost centres, and those that the periods use, by code.
        pub cost_centres: Vec<CostCentreName>,
    }

    /// A cost centre's code and name.
    #[derive(Eq)]
    pub struct CostCentreName {
        pub code: String,
        #[serde(rename = "name")]
        pub cost_centre_name: String,
        pub is_active: bool,
    }

    /// Replaces the coding of accounts.
    pub struct SetAccountCodingsRequest {
        pub id: BulkId,
        pub accounts: Vec<NewAccountCoding>,
    }

    /// The new coding of an account. Without periods the account has none.
    #[derive(Eq)]
    pub struct NewAccountCoding {
        pub account_no: AccountNo,
        pub periods: Vec<CodingPeriod>,
    }

    /// The number of accounts whose coding was replaced.
    #[derive(Eq)]
    pub struct CodingsSet {
        pub accounts: i64,
        /// The codings that were replaced. Setting them again takes the change back.
        pub replaced: Vec<NewAccountCoding>,
    }

    /// Selects a bulk account.
    pub struct GroupCodingsRequest {
        pub id: BulkId,
    }

    /// Selects a bulk account, for its workbook of codings.
    pub struct CodingsWorkbookRequest {
        pub id: BulkId,
    }

    /// Selects a bulk account, for a workbook that is read.
    pub struct ReadCodingsRequest {
        pub id: BulkId,
        /// What is done with hidden rows. Without a choice a workbook that has some is refused.
        #[serde(default)]
        pub hidden_rows: Option<HiddenRows>,
    }

    /// The groups with their default codings, and the active cost centres.
    #[derive(Eq)]
    pub struct GroupCodings {
        /// By name.
        pub groups: Vec<GroupCoding>,
        /// The active cost centres, and those that the defaults use, by code.
        pub cost_centres: Vec<CostCentreName>,
    }

    /// The default coding of a group.
    #[derive(Eq)]
    pub struct GroupCoding {
        pub group_id: String,
        pub group_name: String,
        /// None if the group has no default.
        pub parts: Vec<CodingPart>,
    }

    /// Replaces the default coding of a group.
    pub struct SetGroupCodingRequest {
        pub id: BulkId,
        pub group_id: String,
        pub parts: Vec<CodingPart>,
    }

    /// A page of the report, with its sums.
    pub struct CostReportPage {
        pub rows: Page<CostReportRow>,
        /// The sums by cost centre, the highest first.
        pub centres: Vec<CostCentreSum>,
        /// The sums by month, in order of time. Months without bills are included.
        pub months: Vec<CostMonthSum>,
        /// The sum of all bills.
        pub total: Money,
        /// The sum of the bills without a cost centre.
        pub uncoded: Money,
        /// The first day of the first month.
        pub from: Day,
        /// The first day of the last month.
        pub to: Day,
    }

    /// The bills of a month, of the accounts of a group, in a cost centre.
    #[derive(Eq)]
    pub struct CostReportRow {
        /// The first day of the month.
        pub month: Day,
        /// The group that the accounts are in now.
        pub group_name: Option<String>,
        /// The cost centre; none for bills without one.
        pub code: Option<String>,
        /// The name of the cost centre.
        #[serde(rename = "name")]
        pub cost_centre_name: Option<String>,
        /// The number of bills that have a part in it.
        pub bills: i64,
        /// The charges of the period, without charges from earlier bills.
        pub cost: Money,
    }

    /// The sum of a cost centre.
    #[derive(Eq)]
    pub struct CostCentreSum {
        /// None for bills without a cost centre.
        pub code: Option<String>,
        /// The name of the cost centre.
        #[serde(rename = "name")]
        pub cost_centre_name: Option<String>,
        pub bills: i64,
        pub cost: Money,
    }

    /// The sum of a month.
    #[derive(Eq)]
    pub struct CostMonthSum {
        /// The first day of the month.
        pub month: Day,
        pub bills: i64,
        pub cost: Money,
    }
}

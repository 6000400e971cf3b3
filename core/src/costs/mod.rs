//! Cost centres: the coding of accounts, the division of bills, and the report by cost centre
//! (docs/domain/costs.md).

mod coding;
mod report;
mod split;
mod types;
mod workbook;

pub use coding::*;
pub use report::{CodedAccount, CodingBook, CostReport, MAX_REPORT_MONTHS, check_report_months};
pub use split::split_amount;
pub use types::*;
pub use workbook::*;

use crate::accounts::{Account, AccountFilter, AccountSortBy};
use crate::endpoint::Nothing;
use crate::list::Sort;
use crate::number::BulkId;
use crate::{Day, Page};

endpoints! {
    /// Lists the cost centres of a bulk account.
    GetCostCentres = Post "/portal/api/v1/CostCentres/List/{id}"
        for Customer(Account, View) of(id) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired, SearchTooShort)
        reads(Accounts): Json (CostCentresRequest) -> Page<CostCentre>;
    /// Adds a cost centre, or changes its name and whether it is active.
    SaveCostCentre = Post "/portal/api/v1/CostCentres/Save/{id}"
        for Customer(Account, Update) of(id) token(AccountsWrite)
        refuses(CostCentreCodeInvalid, CostCentreNameInvalid, CostCentreExists, CostCentreNotFound,
            CostCentresTooMany)
        changes(Accounts): Json (SaveCostCentreRequest) -> CostCentre;
    /// Removes a cost centre that no coding uses.
    RemoveCostCentre = Post "/portal/api/v1/CostCentres/Remove/{id}"
        for Customer(Account, Update) of(id) token(AccountsWrite)
        refuses(CostCentreCodeInvalid, CostCentreNotFound, CostCentreInUse)
        changes(Accounts): Json (RemoveCostCentreRequest) -> RemovedCostCentre;
    /// Returns the coding of an account, and the default of its group.
    GetAccountCoding = Post "/portal/api/v1/CostCentres/Coding/{id}"
        for Customer(Account, View) of(id) token(AccountsRead)
        refuses(AccountNumberLength, AccountNotFound)
        reads(Accounts, Groups): Json (AccountCodingRequest) -> AccountCoding;
    /// Replaces the coding of accounts: of all, or of none.
    SetAccountCodings = Post "/portal/api/v1/CostCentres/SetCodings/{id}"
        for Customer(Account, Update) of(id) token(AccountsWrite)
        refuses(AccountNumberLength, AccountsRequired, AccountsTooMany, AccountRepeated, AccountNotFound,
            CostCentreUnknown, CostCentreRepeated, ShareInvalid, SharesNotWhole, LedgerAccountInvalid,
            CodingPartsRequired, CodingPartsTooMany, CodingPeriodsTooMany, CodingOverlaps, CodingEndsFirst)
        changes(Accounts): Json (SetAccountCodingsRequest) -> CodingsSet;
    /// Lists the accounts whose bills of today have no cost centre.
    GetUncodedAccounts = Post "/portal/api/v1/CostCentres/Uncoded/{id}"
        for Customer(Account, View) of(id) token(AccountsRead)
        refuses(CursorInvalid, ChoiceRequired, AccountNumberLength, SearchTooShort)
        reads(Accounts, Groups, Bills): Json (UncodedAccountsRequest) -> Page<Account>;
    /// Returns the groups of a bulk account with their default codings.
    GetGroupCodings = Post "/portal/api/v1/CostCentres/Groups/{id}"
        for Customer(Account, View) of(id) token(AccountsRead)
        reads(Accounts, Groups): Json (GroupCodingsRequest) -> GroupCodings;
    /// Replaces the default coding of a group. A coding without parts ends it.
    SetGroupCoding = Post "/portal/api/v1/CostCentres/SetGroup/{id}"
        for Customer(Account, Update) of(id) token(AccountsWrite)
        refuses(GroupNotFound, CostCentreUnknown, CostCentreRepeated, ShareInvalid, SharesNotWhole,
            LedgerAccountInvalid, CodingPartsRequired, CodingPartsTooMany)
        changes(Accounts): Json (SetGroupCodingRequest) -> GroupCoding;
    /// Sums the bills of some months by cost centre, group and month.
    GetCostReport = Post "/portal/api/v1/CostCentres/Report/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, AmountTooLarge, DateInvalid, CostReportEndsFirst, CostReportTooLong)
        heavy reads(Bills, Accounts, Groups): Json (CostReportRequest) -> CostReportPage;
    /// A workbook of all accounts with their codings, to be changed and uploaded. Accounts without a coding come first.
    DownloadCodings = Get "/portal/api/v1/CostCentres/Workbook/{id}"
        for Customer(Account, View) of(id) token(Downloads)
        gives(Workbook) reads(Accounts): File (CodingsWorkbookRequest) -> Nothing;
    /// Reads the codings of a workbook, and checks them as `SetAccountCodings` does. Nothing is stored. A workbook with
    /// hidden rows is refused until `hiddenRows` says what is done with them.
    UploadCodings = Post "/portal/api/v1/CostCentres/ReadWorkbook/{id}"
        for Customer(Account, View) of(id)
        refuses(DateInvalid, AccountNumberLength, AccountRepeated, AccountNotFound, SheetNotXlsx, SheetDamaged,
            SheetEmpty, SheetUnpacksTooLarge, SheetHasMacros, SheetHasObjects, SheetHasFormula, SheetRowsHidden,
            SheetCellTooLong, SheetTooManyRows, CostCentreUnknown, CostCentreRepeated, ShareInvalid, SharesNotWhole,
            LedgerAccountInvalid, CodingPartsRequired, CodingPartsTooMany, CodingPeriodsTooMany, CodingOverlaps,
            CodingEndsFirst)
        reads(Accounts): Upload (ReadCodingsRequest) -> UploadedCodings;
}

lists! {
    /// The cost centres of a bulk account.
    costCentres = GetCostCentres of CostCentre by CostCentreSortBy {
        search => search,
        active => is_active,
    } export { code, cost_centre_name, is_active, coded_accounts, coded_groups }
    /// The accounts without a cost centre.
    uncodedAccounts = GetUncodedAccounts of Account by AccountSortBy {
        search => filter.search,
        active => filter.active,
        state => filter.states,
        group => filter.group_ids,
        ungrouped => filter.without_group,
    } export {
        account_no, reference_id, group_name, premises_address, city, postal_code, state, sector, tariff, is_active,
        amount_payable
    }
    /// The bills of some months by cost centre, group and month.
    costReport = GetCostReport.rows of CostReportRow {
        from => from,
        to => to,
    } export { month, group_name, code, cost_centre_name, bills, cost }
}

orders! {
    /// The orders of a list of cost centres.
    pub enum CostCentreSortBy {
        /// By code.
        Code,
        /// By name.
        CostCentreName,
    }
}

page_requests! {
    /// Asks for a page of cost centres.
    pub struct CostCentresRequest {
        pub id: BulkId,
        /// Part of a code or of a name.
        #[serde(default)]
        pub search: Option<String>,
        /// Active cost centres (true), or all others (false).
        #[serde(default)]
        pub is_active: Option<bool>,
        #[serde(default)]
        pub sort: Sort<CostCentreSortBy>,
    }

    /// Asks for a page of the accounts without a cost centre.
    pub struct UncodedAccountsRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: AccountFilter,
        #[serde(default)]
        pub sort: Sort<AccountSortBy>,
    }

    /// Asks for a page of the report by cost centre.
    pub struct CostReportRequest {
        pub id: BulkId,
        /// A day of the first month; five months before the last one if left out.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub from: Option<Day>,
        /// A day of the last month; the current month if left out.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub to: Option<Day>,
    }
}

#[cfg(test)]
mod tests;

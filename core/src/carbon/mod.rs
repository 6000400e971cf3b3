//! Emissions of the electricity of a bulk account: dated factors of the grids, and the report by account, group and month
//! (docs/domain/carbon.md).

mod factors;
mod method;
mod report;
mod types;

pub use factors::{FactorTable, GridFactor};
pub use method::method;
pub use report::{CarbonReport, MAX_CARBON_MONTHS, carbon_report, check_carbon_months, region_of_state};
pub use types::*;

use crate::Day;
use crate::number::BulkId;

endpoints! {
    /// Computes the emissions of the electricity of some months, by month, group or account.
    GetCarbonReport = Post "/portal/api/v1/Carbon/GetReport/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, DateInvalid, CarbonReportEndsFirst, CarbonReportTooLong)
        heavy reads(Bills, Accounts, Groups): Json (CarbonReportRequest) -> CarbonReportPage;
}

lists! {
    /// The emissions of some months by month, group or account.
    carbonReport = GetCarbonReport.rows of CarbonReportRow {
        by => by,
        from => from,
        to => to,
    } export {
        month, group_name, account_no, reference_id, region, bills, kwh, kg, first_kg, is_provisional, certified_kwh,
        market_kg, first_market_kg
    }
}

page_requests! {
    /// Asks for a page of the emissions report.
    pub struct CarbonReportRequest {
        pub id: BulkId,
        /// What a row is; a month if left out.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub by: Option<CarbonBy>,
        /// A day of the first month; eleven months before the last one if left out.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub from: Option<Day>,
        /// A day of the last month; the current month if left out.
        #[serde(default, deserialize_with = "crate::list::read_filter")]
        pub to: Option<Day>,
    }
}

#[cfg(test)]
mod tests;

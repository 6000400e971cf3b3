//! The list of cost centres.

use gridbill_core::costs::{CostCentre, CostCentreSortBy};
use gridbill_core::number::BulkId;

use crate::list::{Filter, Key, List, columns};

/// The cost centres of a bulk account.
pub struct CostCentres<'a> {
    pub bulk_id: &'a BulkId,
    pub code: Option<&'a str>,
    /// The pattern for part of the code or of the name.
    pub pattern: Option<String>,
    pub is_active: Option<bool>,
}

impl List for CostCentres<'_> {
    type Row = CostCentre;
    type By = CostCentreSortBy;
    const NAME: &'static str = "costCentres";
    const FROM: (&'static str, &'static str) = ("cost_centre", "c");

    fn keys(by: CostCentreSortBy) -> &'static [Key] {
        const CODE: Key = Key::new("c.code", "text");
        const NAME: Key = Key::new("c.name", "text").within("lower(", ")");
        match by {
            CostCentreSortBy::Code => const { &[CODE] },
            CostCentreSortBy::CostCentreName => const { &[NAME, CODE] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("c.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and_some("c.code = {}", self.code);
        if let Some(pattern) = &self.pattern {
            only.and("(c.code ilike {} or c.name ilike {})", &[pattern, pattern]);
        }
        only.and_some("c.is_active = {}", self.is_active);
    }
}

columns! { CostCentre, "" =>
    code: "c.code",
    cost_centre_name: "c.name",
    is_active: "c.is_active",
    coded_accounts: "(select count(distinct p.account_no) from account_coding_part p
                      where p.bulk_id = c.bulk_id and p.code = c.code)",
    coded_groups: "(select count(*) from group_coding_part g where g.bulk_id = c.bulk_id and g.code = c.code)",
}

//! The list of groups.

use gridbill_core::accounts::groups::{Group, GroupSortBy};
use gridbill_core::number::BulkId;
use uuid::Uuid;

use crate::list::{Filter, Key, List, columns};

/// The groups of a bulk account, by name.
pub struct Groups<'a> {
    pub bulk_id: &'a BulkId,
    pub group_id: Option<Uuid>,
    /// The pattern for part of the name.
    pub pattern: Option<String>,
}

impl<'a> Groups<'a> {
    /// All groups of the bulk account.
    pub fn of(bulk_id: &'a BulkId) -> Self {
        Self { bulk_id, group_id: None, pattern: None }
    }
}

const TOTAL_ACCOUNTS: &str =
    "(select count(*) from electricity_account a where a.bulk_id = g.bulk_id and a.group_id = g.group_id)";
const UNPAID_BILLS: &str =
    "(select count(*) from electricity_account a join bill b on b.account_no = a.account_no and b.bulk_id = a.bulk_id
      where a.bulk_id = g.bulk_id and a.group_id = g.group_id and bill_is_unpaid(b.status))";
const AMOUNT_PAYABLE: &str = "(select coalesce(sum(b.total_amount_payable), 0)
      from electricity_account a join bill b on b.account_no = a.account_no and b.bulk_id = a.bulk_id
      where a.bulk_id = g.bulk_id and a.group_id = g.group_id and bill_is_unpaid(b.status)
        and bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment) = 'payable')";

impl List for Groups<'_> {
    type Row = Group;
    type By = GroupSortBy;
    const NAME: &'static str = "groups";
    const FROM: (&'static str, &'static str) = ("account_group", "g");

    fn keys(by: GroupSortBy) -> &'static [Key] {
        const NAME: Key = Key::new("g.name", "text").within("lower(", ")");
        const ID: Key = Key::new("g.group_id", "uuid");
        match by {
            GroupSortBy::GroupName => const { &[NAME, ID] },
            GroupSortBy::TotalAccounts => const { &[Key::new(TOTAL_ACCOUNTS, "bigint"), NAME, ID] },
            GroupSortBy::UnpaidBills => const { &[Key::new(UNPAID_BILLS, "bigint"), NAME, ID] },
            GroupSortBy::AmountPayable => const { &[Key::new(AMOUNT_PAYABLE, "numeric"), NAME, ID] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("g.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and_some("g.group_id = {}", self.group_id);
        only.and_some("g.name ilike {}", self.pattern.as_deref());
    }
}

// Bills and amounts of the group's accounts.
columns! { Group, "cross join lateral (
                       select count(*) as unpaid, count(*) filter (where standing = 'payable') as bills,
                              coalesce(sum(b.total_amount_payable) filter (where standing = 'payable'), 0) as amount,
                              coalesce(sum(b.total_amount_payable) filter (where standing = 'inPayment'), 0) as held
                       from electricity_account a
                       join bill b on b.account_no = a.account_no and b.bulk_id = g.bulk_id and bill_is_unpaid(b.status)
                       cross join lateral (
                           select bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment)
                                      as standing
                       ) s
                       where a.bulk_id = g.bulk_id and a.group_id = g.group_id
                   ) owed" =>
    group_id: "g.group_id::text",
    group_name: "g.name",
    created_at: "g.created_at",
    total_accounts: "(select count(*) from electricity_account a
                      where a.bulk_id = g.bulk_id and a.group_id = g.group_id)",
    unpaid_bills: "owed.unpaid",
    payable_bills: "owed.bills",
    amount_payable: "owed.amount",
    amount_in_payment: "owed.held",
}

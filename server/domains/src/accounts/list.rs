//! The list of a bulk account's electricity accounts.

use gridbill_core::accounts::{Account, AccountFilter, AccountSortBy, Sector, state_code};
use gridbill_core::list::Sort;
use gridbill_core::number::{AccountNo, BulkId, ReferenceId};
use gridbill_core::page::PageParams;
use gridbill_core::search::{Search, recognise};
use gridbill_core::{Day, Instant, Money, Page, Problem};
use uuid::Uuid;

use crate::app::App;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, Parts, Searched, columns, contains};

/// SQL for the amount that is payable now on an account's bills.
macro_rules! amount_payable {
    () => {
        "(select coalesce(sum(b.total_amount_payable), 0) from bill b
          where b.account_no = a.account_no and b.bulk_id = a.bulk_id and bill_is_unpaid(b.status)
            and bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment) = 'payable')"
    };
}

/// The accounts of a bulk account. The account master is joined only for the rows of the page, unless a filter needs
/// it.
pub struct Accounts<'a> {
    bulk_id: &'a BulkId,
    account_no: Option<&'a AccountNo>,
    search: Search,
    groups: Option<Vec<Uuid>>,
    without_group: bool,
    active: Option<bool>,
    states: Option<&'a [String]>,
    uncoded_on: Option<Day>,
}

impl<'a> Accounts<'a> {
    /// Fails when core rejects the searched text.
    pub fn new(bulk_id: &'a BulkId, filter: &'a AccountFilter) -> Result<Self, Problem> {
        let search = recognise(filter.search.as_deref().unwrap_or_default())
            .map_err(|problem| Problem::at("filter.search", problem))?;
        // Text that is not an ID matches nothing, like another tenant's group.
        let groups =
            filter.group_ids.as_ref().map(|ids| ids.iter().filter_map(|id| Uuid::parse_str(id).ok()).collect());
        let (without_group, active) = (filter.without_group, filter.active);
        let states = filter.states.as_deref();
        Ok(Self { bulk_id, account_no: None, search, groups, without_group, active, states, uncoded_on: None })
    }

    #[must_use]
    pub fn in_group(self, group_id: Uuid) -> Self {
        Self { groups: Some(vec![group_id]), without_group: false, ..self }
    }

    #[must_use]
    pub fn without_group(self) -> Self {
        Self { groups: None, without_group: true, ..self }
    }

    /// Only accounts without a coding on that day, whose group has no default.
    #[must_use]
    pub fn uncoded_on(self, day: Day) -> Self {
        Self { uncoded_on: Some(day), ..self }
    }

    pub async fn page(&self, app: &App, sort: Sort<AccountSortBy>, wanted: PageParams<'_>) -> Answer<Page<Account>> {
        Ok(list::searched_page(&app.pool, self, sort, wanted).await?.map(Account::from))
    }
}

/// Loads one account.
pub async fn one(app: &App, bulk_id: &BulkId, account_no: &AccountNo) -> Answer<Option<Account>> {
    let filter = AccountFilter::default();
    let account = Accounts { account_no: Some(account_no), ..Accounts::new(bulk_id, &filter)? };
    Ok(list::one(&app.pool, &account).await?.map(Account::from))
}

impl List for Accounts<'_> {
    type Row = AccountRow;
    type By = AccountSortBy;
    const NAME: &'static str = "accounts";
    const FROM: (&'static str, &'static str) = (
        "(select e.*, g.name as group_name
          from electricity_account e left join account_group g on g.bulk_id = e.bulk_id and g.group_id = e.group_id)",
        "a",
    );

    /// Rows without a value come last.
    fn keys(by: AccountSortBy) -> &'static [Key] {
        const ACCOUNT: Key = Key::new("a.account_no", "text");
        const REFERENCE: Key = Key::new("a.reference_id", "text");
        const GROUP: Key = Key::new("a.group_name", "text");
        match by {
            AccountSortBy::AccountNo => const { &[ACCOUNT] },
            AccountSortBy::ReferenceId => {
                const { &[REFERENCE.nothing_last(), REFERENCE.within("lower(coalesce(", ", ''))"), ACCOUNT] }
            }
            AccountSortBy::GroupName => {
                const { &[GROUP.nothing_last(), GROUP.within("lower(coalesce(", ", ''))"), ACCOUNT] }
            }
            AccountSortBy::IsActive => {
                const {
                    &[
                        Key::new("(select active from account_master m where m.account_no = a.account_no)", "boolean"),
                        ACCOUNT,
                    ]
                }
            }
            AccountSortBy::AmountPayable => const { &[Key::new(amount_payable!(), "numeric"), ACCOUNT] },
        }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        only.and("a.bulk_id = {}", &[&self.bulk_id.as_str()]);
        only.and_some("a.account_no = {}", self.account_no.map(AccountNo::as_str));
        let Search { text, part, amount, .. } = &self.search;
        if let Some(text) = text {
            only.and_parts("(", " or ", |any| {
                let pattern = contains(text);
                let number = part.as_deref().map_or_else(|| pattern.clone(), contains);
                any.add(
                    "a.account_no like {} or a.reference_id ilike {} or a.group_name ilike {}",
                    &[&number, &pattern, &pattern],
                );
                any.add(
                    "exists (select from account_master m where m.account_no = a.account_no
                             and (m.premises_address ilike {} or m.city ilike {}))",
                    &[&pattern, &pattern],
                );
                if let Some(amount) = amount {
                    any.add(concat!(amount_payable!(), " = {}"), &[amount]);
                }
            });
        } else if !self.search.is_empty() {
            // A reference ID may have the form of an account number.
            let numbers: Vec<String> = self.search.numbers().cloned().collect();
            only.and("(a.account_no = any({}) or a.reference_id = any({}))", &[&numbers, &numbers]);
        }
        only.and_some("a.group_id = any({})", self.groups.as_deref());
        if self.without_group {
            only.and("a.group_id is null", &[]);
        }
        only.and_some(
            "exists (select from account_master m where m.account_no = a.account_no and m.active = {})",
            self.active,
        );
        only.and_some(
            "exists (select from account_master m where m.account_no = a.account_no and m.state = any({}))",
            self.states,
        );
        if let Some(day) = self.uncoded_on {
            only.and(
                "not exists (select from account_coding c where c.bulk_id = a.bulk_id and c.account_no = a.account_no
                             and {} between c.from_day and coalesce(c.until_day, 'infinity'))",
                &[&day.date()],
            );
            only.and(
                "not exists (select from group_coding_part p where p.bulk_id = a.bulk_id and p.group_id = a.group_id)",
                &[],
            );
        }
    }
}

/// A stored account.
pub struct AccountRow {
    account_no: AccountNo,
    reference_id: Option<ReferenceId>,
    group_id: Option<String>,
    group_name: Option<String>,
    premises_address: String,
    city: String,
    postal_code: String,
    state: String,
    sector: String,
    tariff: String,
    account_description: String,
    is_active: bool,
    tagged_at: Instant,
    amount_payable: Money,
}

columns! { AccountRow, "join account_master m using (account_no)" =>
    account_no: "a.account_no",
    reference_id: "a.reference_id",
    group_id: "a.group_id::text",
    group_name: "a.group_name",
    premises_address: "m.premises_address",
    city: "m.city",
    postal_code: "m.postal_code",
    state: "m.state",
    sector: "m.sector",
    tariff: "m.tariff",
    account_description: "m.company_name",
    is_active: "m.active",
    tagged_at: "a.tagged_at",
    amount_payable: "(select coalesce(sum(b.total_amount_payable), 0) from bill b
                      where b.account_no = a.account_no and b.bulk_id = a.bulk_id and bill_is_unpaid(b.status)
                        and bill_standing(b.status, b.total_amount_payable, b.current_charge, b.disable_payment)
                            = 'payable')",
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            account_no: row.account_no,
            reference_id: row.reference_id,
            group_id: row.group_id,
            group_name: row.group_name,
            premises_address: row.premises_address,
            city: row.city,
            postal_code: row.postal_code,
            state_code: state_code(&row.state).map(str::to_owned),
            state: row.state,
            sector_id: Sector::named(&row.sector).map(|sector| sector.id),
            sector: row.sector,
            tariff: row.tariff,
            account_description: row.account_description,
            is_active: row.is_active,
            tagged_at: row.tagged_at,
            amount_payable: row.amount_payable,
        }
    }
}

impl Searched for Accounts<'_> {
    fn search(&self) -> &Search {
        &self.search
    }

    /// A reference ID may have the form of an account number.
    fn known(&self, numbers: &[String], queries: &mut Parts<'_>) {
        let (bulk_id, numbers) = (self.bulk_id.as_str(), numbers.to_vec());
        queries.add(
            "select account_no from electricity_account where bulk_id = {} and account_no = any({})",
            &[&bulk_id, &numbers],
        );
        queries.add(
            "select reference_id from electricity_account where bulk_id = {} and reference_id = any({})",
            &[&bulk_id, &numbers],
        );
    }
}

//! Customer view mode: search for a bulk account, enter and leave it.

use gridbill_core::accounts::{BulkAccountRequest, SearchViewRequest, SearchedBy, ViewableAccount};
use gridbill_core::company::normal_registration_no;
use gridbill_core::endpoint::Nothing;
use gridbill_core::list::Sort;
use gridbill_core::search::required_text;
use gridbill_core::typed::compact;
use gridbill_core::{Page, Problem};

use crate::app::App;
use crate::auth::who::Staff;
use crate::error::Answer;
use crate::list::{self, Filter, Key, List, columns, contains};
use crate::viewing;

pub async fn enter(app: App, Staff { person }: Staff, request: BulkAccountRequest) -> Answer<Nothing> {
    viewing::enter(&app, &person, &request.id).await?;
    Ok(Nothing {})
}

pub async fn leave(app: App, Staff { person }: Staff, request: BulkAccountRequest) -> Answer<Nothing> {
    viewing::leave(&app, &person, &request.id).await?;
    Ok(Nothing {})
}

pub async fn search(app: App, _: Staff, request: SearchViewRequest) -> Answer<Page<ViewableAccount>> {
    let text = required_text(&request.search_string).map_err(|problem| Problem::at("searchString", problem))?;
    list::page(&app.pool, &Viewable { text: &text, by: request.criteria }, Sort::default(), request.page()).await
}

/// The bulk accounts that match a search, by company name.
struct Viewable<'a> {
    text: &'a str,
    by: Option<SearchedBy>,
}

impl List for Viewable<'_> {
    type Row = ViewableAccount;
    type By = ();
    const NAME: &'static str = "bulk accounts to look at";
    const FROM: (&'static str, &'static str) = ("bulk_account", "b");

    fn keys((): ()) -> &'static [Key] {
        const { &[Key::new("b.company_name", "text").within("lower(", ")"), Key::new("b.bulk_id", "text")] }
    }

    fn filter(&self, only: &mut Filter<'_>) {
        let company = contains(self.text);
        // Users also type numbers in groups of digits.
        let number = contains(&compact(self.text));
        let registration_no = normal_registration_no(self.text);
        match self.by {
            Some(SearchedBy::BulkId) => only.and("b.bulk_id ilike {}", &[&number]),
            Some(SearchedBy::CompanyName) => {
                only.and(
                    "(b.company_name ilike {} or b.registration_no ilike {} or is_same_company(b.registration_no, {}))",
                    &[&company, &company, &registration_no],
                );
            }
            None => only.and(
                "(b.company_name ilike {} or b.registration_no ilike {} or b.bulk_id ilike {}
                  or is_same_company(b.registration_no, {}))",
                &[&company, &company, &number, &registration_no],
            ),
        }
    }

    fn is_planned_each(&self) -> bool {
        true
    }
}

columns! { ViewableAccount, "" =>
    bulk_id: "b.bulk_id",
    company_name: "b.company_name",
    registration_no: "b.registration_no",
    business_type: "b.business_type",
    total_accounts: "(select count(*) from electricity_account a where a.bulk_id = b.bulk_id)",
}

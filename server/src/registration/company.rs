//! What the utility's account master knows of a company before it registers.

use gridbill_core::accounts::AccountError;
use gridbill_core::number::AccountNo;
use gridbill_core::page::rows;
use gridbill_core::registration::form::{CompanyDetails, MailingAddress, parse_registration_no};
use gridbill_core::registration::{
    AccountRequest, DefaultValues, RocRequest, SuggestedAccount, SuggestedRequest, ValidatedAccount,
};
use gridbill_core::{Code, Page, Problem};

use super::sql;
use crate::accounts::tagging;
use crate::app::App;
use crate::cursor;
use crate::error::Answer;
use crate::who::Person;

pub async fn default_values(app: App, who: Person, request: RocRequest) -> Answer<DefaultValues> {
    let registration_no = parse_registration_no(&request.roc_no).map_err(|code| Problem::at("rocNo", code))?;
    let known = sql::company(&app.pool, &registration_no, who.person_id).await?;
    let refusal = match (known.is_registered, known.has_application) {
        (true, _) => Some(Code::CompanyRegistered),
        (false, true) => Some(Code::CompanyHasApplication),
        (false, false) => None,
    };
    let details = CompanyDetails {
        company_name: known.company_name.unwrap_or_default(),
        registration_no: registration_no.clone(),
        mailing_address: MailingAddress {
            street: known.premises_address.unwrap_or_default(),
            city: known.city.unwrap_or_default(),
            postal_code: known.postal_code.unwrap_or_default(),
            state: known.state.unwrap_or_default(),
            ..MailingAddress::default()
        },
        ..CompanyDetails::default()
    };
    Ok(DefaultValues { registration_no, details, accounts: known.accounts, refusal })
}

/// By account number.
pub async fn suggested(app: App, who: Person, request: SuggestedRequest) -> Answer<Page<SuggestedAccount>> {
    let registration_no = parse_registration_no(&request.roc).map_err(|code| Problem::at("roc", code))?;
    let list = format!("accounts of the company {registration_no}");
    let (rows, after) = (rows(request.record_count), cursor::read::<String>(&list, request.cursor.as_deref())?);
    let found = sql::suggested(&app.pool, &registration_no, after.as_deref(), rows + 1).await?;
    let total = sql::count_suggested(&app.pool, &registration_no).await?;
    let page = Page::of(found, rows, total, |row| cursor::write(&list, &row.account_no));
    let shown = |row: sql::Suggested| {
        let error_type = match row.bulk_id {
            Some(bulk_id) if Some(&bulk_id) == who.bulk_id.as_ref() => Some(AccountError::Duplicate),
            Some(_) => Some(AccountError::BelongsToAnother),
            None if !row.active => Some(AccountError::Inactive),
            None => None,
        };
        SuggestedAccount { account_no: row.account_no, premises_address: row.premises_address, error_type }
    };
    Ok(Page { items: page.items.into_iter().map(shown).collect(), total: page.total, next: page.next })
}

pub async fn validate(app: App, who: Person, request: AccountRequest) -> Answer<ValidatedAccount> {
    validated(&app, who.bulk_id.as_ref(), request.account_no).await
}

/// Whether an account can be taken into that bulk account, or into a new one.
async fn validated(
    app: &App,
    bulk_id: Option<&gridbill_core::number::BulkId>,
    account_no: AccountNo,
) -> Answer<ValidatedAccount> {
    let error_type = tagging::error_of(app, bulk_id, account_no.as_str()).await?;
    let premises_address = sql::premises(&app.pool, &account_no).await?;
    Ok(ValidatedAccount { account_no, premises_address, error_type })
}

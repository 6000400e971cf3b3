//! Data of the utility's account master about a company before it registers.

use gridbill_core::accounts::AccountError;
use gridbill_core::accounts::AccountRequest;
use gridbill_core::accounts::ValidatedAccount;
use gridbill_core::company::{CompanyDetails, MailingAddress, parse_registration_no};
use gridbill_core::list::Sort;
use gridbill_core::number::BulkId;
use gridbill_core::registration::{DefaultValues, RocRequest, SuggestedAccount, SuggestedRequest};
use gridbill_core::{Code, Page, Problem};

use super::list::Suggestions;
use super::sql;
use crate::accounts::lookup::{self, Subject};
use crate::accounts::tagging;
use crate::app::App;
use crate::auth::who::Person;
use crate::error::Answer;
use crate::list;

pub async fn default_values(app: App, who: Person, request: RocRequest) -> Answer<DefaultValues> {
    let registration_no = parse_registration_no(&request.roc_no).map_err(|code| Problem::at("rocNo", code))?;
    lookup::check_one(&app, &who, Subject::Company(&registration_no)).await?;
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

pub async fn suggested(app: App, who: Person, request: SuggestedRequest) -> Answer<Page<SuggestedAccount>> {
    let registration_no = parse_registration_no(&request.roc).map_err(|code| Problem::at("roc", code))?;
    lookup::check_one(&app, &who, Subject::Company(&registration_no)).await?;
    let own = who.bulk_id.as_ref();
    let suggestions = Suggestions { registration_no: &registration_no, own };
    let page = list::page(&app.pool, &suggestions, Sort::default(), request.page()).await?;
    Ok(page.map(|row| {
        let [holder, own] = [row.bulk_id.as_ref(), own].map(|bulk_id| bulk_id.map(BulkId::as_str));
        let error_type = AccountError::of(Some(row.active), holder, own);
        SuggestedAccount { account_no: row.account_no, premises_address: row.premises_address, error_type }
    }))
}

/// Checks whether an account can be added to the user's bulk account, or to a new one. If it belongs to another bulk
/// account, only that fact is returned, not its address.
pub async fn validate(app: App, who: Person, request: AccountRequest) -> Answer<ValidatedAccount> {
    let account_no = request.account_no;
    lookup::check_one(&app, &who, Subject::Account(account_no.as_str())).await?;
    let error_type = tagging::error_of(&app, who.bulk_id.as_ref(), account_no.as_str()).await?;
    let premises_address = sql::premises(&app.pool, &account_no, who.bulk_id.as_ref()).await?;
    Ok(ValidatedAccount { account_no, premises_address, error_type })
}

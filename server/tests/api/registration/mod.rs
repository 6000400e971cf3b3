//! Registration of a company, from a user without a company to a working bulk account.

mod drafts;
mod ending;
mod errors;
mod found;
mod journey;
mod killed;
mod lists;
mod names;
mod often;
mod others;
mod races;
mod statuses;
mod terms;
mod window;

use gridbill_core::company::{CompanyDetails, Contact, MailingAddress};
use gridbill_core::endpoint::Nothing;
use gridbill_core::fact::{Fact, StoredFact};
use gridbill_core::registration::{
    AccountSource, ApplicationAccount, GetRegistrationStatus, PRIVATE, RegisterBulkAccount, RegisterBulkAccountRequest,
    RegistrationForm, RegistrationStanding, RegistrationStatus, ReviewAction, ReviewRequest, Submitted,
    UpdateBulkAccountRegistrationStatus,
};
use sqlx::PgPool;
use uuid::Uuid;

use crate::support::clock::noon;
use crate::support::portal::until;
use crate::support::{Actor, Portal, RefusedCall, given, sql};

pub const ROC: &str = "202001234567";

/// A signed-in user without a bulk account, with an uploaded declaration.
pub struct Applicant {
    pub actor: Actor,
    pub file_id: String,
}

pub async fn applicant(portal: &Portal, email: &str) -> Applicant {
    given::person_without_account(portal.pool(), email).await;
    Applicant { file_id: file(portal.pool(), email).await, actor: portal.sign_in(email).await }
}

/// Inserts a declaration uploaded by that user.
pub async fn file(pool: &PgPool, email: &str) -> String {
    let file_id = Uuid::now_v7();
    let query = "insert into stored_file (file_id, owner_id, name, kind, size, sha256, stored_at)
                 select $1, person_id, 'Declaration.pdf', 'pdf', 9, '', $3 from person where email = $2";
    sql::run(pool, query, &[&file_id, &email, &noon().utc()]).await;
    file_id.to_string()
}

/// Inserts accounts of a company into the account master. `series` separates the accounts of different companies.
pub async fn known(pool: &PgPool, registration_no: &str, series: i32, count: i32) -> Vec<String> {
    let query = "
        insert into account_master (account_no, registration_no, company_name, premises_address, city, postal_code,
                                    state, sector, tariff, active)
        select '219' || lpad($2::int::text, 2, '0') || lpad(n::text, 7, '0'), $1, 'Baru Berhad', 'Lot ' || n || ', Jalan Baru',
               'Ipoh', '30000', 'Perak', 'Commercial', 'Low Voltage General', true
        from generate_series(1, $3::int) n returning account_no";
    sql::values(pool, query, &[&registration_no, &series, &count]).await
}

pub fn form(registration_no: &str, file_id: &str) -> RegistrationForm {
    let contact = |name: &str| Contact {
        name: name.to_owned(),
        email: "office@baru.example".to_owned(),
        mobile_no: "123456789".to_owned(),
        job_title: "Manager".to_owned(),
        department: "Finance".to_owned(),
    };
    let details = CompanyDetails {
        company_name: " Baru Berhad ".to_owned(),
        registration_no: registration_no.to_owned(),
        tin: String::new(),
        landline: "31234567".to_owned(),
        mailing_address: MailingAddress {
            unit_floor: "3A".to_owned(),
            building: String::new(),
            street: "Jalan Baru".to_owned(),
            city: "Ipoh".to_owned(),
            postal_code: "30000".to_owned(),
            state: "Perak".to_owned(),
        },
        primary_contact: contact("Kamala"),
        secondary_contact: contact("Lina"),
    };
    RegistrationForm { business_type: Some(PRIVATE), details, declaration_file_id: Some(file_id.to_owned()) }
}

pub fn accounts(numbers: &[String]) -> Vec<ApplicationAccount> {
    let account = |(place, account_no): (usize, &String)| ApplicationAccount {
        account_no: account_no.clone(),
        reference_id: (place == 0).then(|| "Head office".to_owned()),
        is_select: true,
        source: AccountSource::Manual,
    };
    numbers.iter().enumerate().map(account).collect()
}

impl Applicant {
    pub async fn register(&self, registration_no: &str, numbers: &[String]) -> Result<Submitted, RefusedCall> {
        let form = form(registration_no, &self.file_id);
        let request = RegisterBulkAccountRequest {
            form,
            terms_version: None,
            accounts: Some(accounts(numbers)),
            draft_version: None,
        };
        self.actor.call::<RegisterBulkAccount>(request).await
    }

    pub async fn standing(&self) -> RegistrationStanding {
        self.actor.call::<GetRegistrationStatus>(Nothing {}).await.expect("a standing")
    }

    /// Waits until the application has that status.
    pub async fn stands(&self, status: RegistrationStatus) -> RegistrationStanding {
        until("the application moves on", async || Some(self.standing().await).filter(|now| now.status == status)).await
    }
}

pub fn review(registration_id: &str, action: ReviewAction, remark: Option<&str>) -> ReviewRequest {
    ReviewRequest {
        registration_id: gridbill_core::number::RegistrationId(registration_id.to_owned()),
        action,
        submission: None,
        remark: remark.map(str::to_owned),
    }
}

pub async fn decide(
    staff: &Actor,
    registration_id: &str,
    action: ReviewAction,
    remark: Option<&str>,
) -> Result<Submitted, RefusedCall> {
    staff.call::<UpdateBulkAccountRegistrationStatus>(review(registration_id, action, remark)).await
}

/// Returns the subjects of the e-mails to an address, ordered by subject because the clock does not move.
pub async fn emails(pool: &PgPool, email: &str) -> Vec<String> {
    sql::values(pool, "select subject from mail where recipient = $1 order by subject", &[&email]).await
}

/// Returns the recorded steps of an application, each with the resulting status.
pub async fn steps(pool: &PgPool, registration_id: &str) -> Vec<(String, i16)> {
    let subject = format!("registration:{registration_id}");
    let query = "select kind, data from fact where subject = $1 order by place";
    let rows = sql::rows(pool, query, &[&subject]).await;
    let steps = rows.into_iter().filter_map(|(kind, data)| match Fact::from_stored(StoredFact { kind, data }) {
        Ok(Fact::Registration(fact)) => {
            let step = serde_json::to_value(fact.event.step()).expect("a step");
            Some((step.as_str().expect("its name").to_owned(), fact.after as i16))
        }
        _ => None,
    });
    steps.collect()
}

/// Builds expected values in the form of [`steps`].
pub fn led(steps: &[(&str, i16)]) -> Vec<(String, i16)> {
    steps.iter().map(|(step, status)| ((*step).to_owned(), *status)).collect()
}

//! An application of the demo, written step by step.

use anyhow::Context as _;
use gridbill_core::company::{CompanyDetails, Contact, MailingAddress};
use gridbill_core::fact::{ApplicationEvent, RegistrationFact};
use gridbill_core::registration::{
    ANSWER_DAYS, AnswerTime, GOVERNMENT, PRIVATE, RegistrationForm, RegistrationStatus, Step,
};
use gridbill_core::{Day, Instant, Language};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::people::DemoPerson;
use super::super::plan::{Company, Premises};
use super::super::random::uuid;
use super::super::{declaration, sql};
use super::{Demo, ERRORS, HistoryStep};
use crate::app::App;
use crate::facts::Subject;
use crate::files;

/// An application and its history.
pub struct Application<'a> {
    pub person: &'a DemoPerson,
    pub company: &'a Company,
    pub premises: &'a [Premises],
    pub told: &'static [HistoryStep],
    /// The hours of the steps count back from this instant.
    pub until: Instant,
}

impl Application<'_> {
    pub async fn write(
        &self,
        app: &App,
        db: &mut PgConnection,
        rng: &mut ChaCha20Rng,
        demo: &Demo<'_>,
        utility: &str,
    ) -> anyhow::Result<()> {
        let Self { person, company, premises, told, until } = *self;
        let registration_id = uuid(rng);
        let at = |hours: i64| until.plus_seconds(-hours * 3600);
        let began = at(told.first().map_or(26, |(_, hours, _)| hours + 3));
        let mut form = RegistrationForm {
            business_type: Some(if company.is_government { GOVERNMENT } else { PRIVATE }),
            details: details(company, person, premises, rng),
            declaration_file_id: None,
        };
        let mut file_id = None;
        if told.is_empty() {
            // A draft that is filled in only partly.
            form.details.secondary_contact = Contact::default();
        } else {
            file_id = Some(self.sign(app, db, began).await?);
            form.declaration_file_id = file_id.map(|file_id| file_id.to_string());
        }
        let draft =
            sql::NewDraft { registration_id, person_id: person.person_id, form: &form, file_id, began, step: 3 };
        sql::add_draft(db, &draft, &self.accounts()).await?;
        let staff = demo.people.iter().find(|one| one.email == "pccr@utility.example").context("staff who review")?;
        let (mut status, mut submission, mut accounts) = (RegistrationStatus::Unregistered, 0, 0);
        let mut answer_time = AnswerTime::of(Day::at(began), ANSWER_DAYS);
        for (step, hours, remark) in told {
            let by = match step {
                Step::Submit | Step::Withdraw => Some(person),
                Step::Approve | Step::RequestForInfo | Step::Reject | Step::Close => Some(staff),
                _ => None,
            };
            if *step == Step::Submit {
                submission += 1;
                // The first submission lacks the data that the utility then requests.
                let again =
                    told.iter().filter(|(step, ..)| *step == Step::Submit).count() > usize::try_from(submission)?;
                let mut then = form.clone();
                if again {
                    "Jalan Besar".clone_into(&mut then.details.mailing_address.street);
                }
                let left_out = if again { 2 } else { 0 };
                accounts = sql::submit(db, registration_id, (submission, left_out), &then, file_id, at(*hours)).await?;
            }
            if *step == Step::RequestForInfo {
                answer_time = AnswerTime::of(Day::at(at(*hours)), ANSWER_DAYS);
            }
            let fact = RegistrationFact::of(status, event_of(*step, *remark, submission, accounts, answer_time.until))
                .map_err(|code| anyhow::anyhow!("{code:?}"))?;
            status = fact.after;
            let bulk_id = Some(company.bulk_id.as_str()).filter(|bulk_id| !bulk_id.is_empty());
            let past = sql::Past {
                subject: Subject::Registration(registration_id),
                fact: fact.into(),
                about: &company.name,
                // A company gets its bulk account after its approval.
                bulk_id: bulk_id.filter(|_| by.is_none()),
                actor_id: by.map(|by| by.person_id),
                actor_name: by.map_or(utility, |by| &by.name),
                at: at(*hours),
            };
            sql::add_facts(db, &[past]).await?;
            let moved = sql::Moved {
                registration_id,
                status,
                reviewer: by.filter(|_| *step != Step::Submit).map(|by| by.person_id),
                remark: *remark,
                bulk_id: bulk_id.filter(|_| status.awaits_accounts() || status.is_processed()),
                answer_time: Some(answer_time).filter(|_| status.awaits_answer()),
                at: at(*hours),
            };
            sql::move_on(db, &moved).await?;
        }
        if status.awaits_accounts() || status.is_processed() {
            sql::note_taggings(db, &company.bulk_id, person.person_id, &person.name).await?;
        }
        Ok(())
    }

    /// Stores the signed declaration in the file store.
    async fn sign(&self, app: &App, db: &mut PgConnection, began: Instant) -> anyhow::Result<Uuid> {
        let Self { person, company, .. } = self;
        let day = Day::at(began).shown(Language::En);
        let bytes = declaration::pdf(&company.name, &company.registration_no, &person.name, &day);
        let refused = |error| anyhow::anyhow!("storing a declaration: {error:?}");
        let written = app.files.write(bytes.into()).await.map_err(refused)?;
        files::claim(db, &written).await.map_err(refused)?;
        sql::add_file(db, &written, person.person_id, began).await?;
        Ok(written.file_id)
    }

    /// Lists the accounts with their reference IDs, and whether each is selected.
    fn accounts(&self) -> Vec<sql::Listed<'_>> {
        let Self { company, premises, .. } = self;
        let has_account = !company.bulk_id.is_empty();
        let listed = premises.iter().filter(|one| one.is_tagged || !has_account).enumerate();
        let all = listed.map(|(number, one)| sql::Listed {
            account_no: one.account.account_no.as_str(),
            reference_id: company.reference_id(number),
            is_select: one.account.active,
        });
        all.collect()
    }
}

/// Builds the event of a step.
fn event_of(step: Step, remark: Option<&str>, submission: i32, accounts: i32, until: Day) -> ApplicationEvent {
    let remark = remark.map(str::to_owned);
    match step {
        Step::Submit => ApplicationEvent::RegistrationSubmitted { submission, accounts, terms_version: None },
        Step::Approve => ApplicationEvent::RegistrationApproved { submission, remark },
        Step::RequestForInfo => ApplicationEvent::RegistrationInfoRequested { submission, remark },
        Step::Reject => ApplicationEvent::RegistrationRejected { submission, remark },
        Step::Close => ApplicationEvent::RegistrationClosed { submission, remark },
        Step::Withdraw => ApplicationEvent::RegistrationWithdrawn,
        Step::Remind => ApplicationEvent::RegistrationReminded { until },
        Step::Lapse => ApplicationEvent::RegistrationLapsed { until },
        Step::Finish => ApplicationEvent::RegistrationFinished,
        Step::FinishWithErrors => ApplicationEvent::RegistrationFinishedWithErrors { errors: ERRORS },
        Step::PutRight => ApplicationEvent::RegistrationPutRight,
    }
}

/// Makes a company's tax number from its bulk account, which has ten digits.
fn tin(company: &Company) -> String {
    if company.bulk_id.is_empty() { String::new() } else { format!("C{}", company.bulk_id) }
}

/// Builds a company's details, with the address of its first account.
pub fn details(company: &Company, person: &DemoPerson, premises: &[Premises], rng: &mut ChaCha20Rng) -> CompanyDetails {
    let at = premises.first().map(|premises| &premises.account);
    let contact = |name: &str, email: String, mobile_no: String, job_title: &str| Contact {
        name: name.to_owned(),
        email,
        mobile_no,
        job_title: job_title.to_owned(),
        department: "Finance".to_owned(),
    };
    CompanyDetails {
        company_name: company.name.clone(),
        registration_no: company.registration_no.clone(),
        tin: tin(company),
        landline: format!("3{:07}", rng.random_range(2_000_000..9_000_000)),
        mailing_address: MailingAddress {
            unit_floor: format!("Level {}", rng.random_range(1..20)),
            building: String::new(),
            street: at.map_or_else(String::new, |account| account.premises_address.clone()),
            city: at.map_or_else(String::new, |account| account.city.clone()),
            postal_code: at.map_or_else(String::new, |account| account.postal_code.clone()),
            state: at.map_or_else(String::new, |account| account.state.to_owned()),
        },
        primary_contact: contact(&person.name, person.email.clone(), person.mobile_no.clone(), "Finance Manager"),
        secondary_contact: contact(
            "Rohani binti Salim",
            format!("finance@{}.example", company.domain),
            format!("19{:07}", rng.random_range(2_000_000..9_000_000)),
            "Accounts Executive",
        ),
    }
}

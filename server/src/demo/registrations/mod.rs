//! Applications in every status, of companies without a bulk account and of the six companies.

mod application;

use anyhow::Context as _;
use gridbill_core::Instant;
use gridbill_core::registration::Step;
use rand::SeedableRng as _;
use rand_chacha::ChaCha20Rng;
use sqlx::PgConnection;

use super::people::{self, DemoPerson};
use super::plan::{Company, MIN_COMPANIES, Premises};
use super::sql;
use crate::app::App;
use application::{Application, details};

/// A step, the hours since it, and its remark.
type HistoryStep = (Step, i64, Option<&'static str>);

/// The histories of the applications of companies without a bulk account, in their order.
const APPLICANTS: [&[HistoryStep]; 4] = [
    &[],
    &[
        (Step::Submit, 75, None),
        (
            Step::RequestForInfo,
            51,
            Some(
                "The street of your office is missing, and two of your depots are not in the list of accounts. Please add them.",
            ),
        ),
        (Step::Submit, 20, None),
    ],
    &[
        (Step::Submit, 96, None),
        (
            Step::RequestForInfo,
            30,
            Some("The declaration is not signed by a director of the company. Please upload one that is."),
        ),
    ],
    &[
        (Step::Submit, 410, None),
        (
            Step::Reject,
            380,
            Some(
                "The company's number is that of another company in the register. Please check it and register again.",
            ),
        ),
    ],
];

/// An earlier application of the last applicant, which was not answered.
const UNANSWERED: &[HistoryStep] = &[
    (Step::Submit, 1430, None),
    (
        Step::RequestForInfo,
        1400,
        Some("The declaration cannot be read. Please upload a copy on which all of it can be."),
    ),
    (Step::Remind, 1160, None),
    (Step::Remind, 920, None),
    (Step::Lapse, 656, None),
];
/// A separate seed, so that all other data of the demo stay the same.
const UNANSWERED_SEED: u64 = 8;

/// The histories of the six companies' applications. Hours count back from when they got their accounts or, for the
/// last two, from now.
const BEFORE: &[HistoryStep] = &[(Step::Submit, 150, None), (Step::Approve, 1, None), (Step::Finish, 0, None)];
const WITH_ERRORS: &[HistoryStep] =
    &[(Step::Submit, 700, None), (Step::Approve, 660, None), (Step::FinishWithErrors, 660, None)];
const IN_PROCESS: &[HistoryStep] = &[(Step::Submit, 52, None), (Step::Approve, 0, None)];

/// Accounts of the company with errors that could not be added.
const ERRORS: i64 = 3;

/// Indexes into the six companies.
const HAS_ERRORS: usize = 2;
const IS_IN_PROCESS: usize = 5;

/// Data shared by all applications.
pub struct Demo<'a> {
    pub people: &'a [DemoPerson],
    pub now: Instant,
    pub long_ago: Instant,
}

/// Writes all applications.
pub async fn write(
    app: &App,
    db: &mut PgConnection,
    rng: &mut ChaCha20Rng,
    demo: &Demo<'_>,
    companies: &[(Company, Vec<Premises>)],
    applicants: &[(Company, Vec<Premises>)],
) -> anyhow::Result<()> {
    let utility = app.config.utility.utility_name.as_str();
    for ((person, told), (company, premises)) in people::applicants(demo.people).zip(APPLICANTS).zip(applicants) {
        let one = Application { person, company, premises, told, until: demo.now };
        one.write(app, db, rng, demo, utility).await?;
    }
    for (place, (company, premises)) in companies.iter().enumerate() {
        let email = format!("master@{}.example", company.domain);
        let master = demo.people.iter().find(|person| person.email == email).context("a company's master")?;
        let details = details(company, master, premises, rng);
        sql::set_details(db, &company.bulk_id, &details).await?;
        // Companies of larger demos have no application.
        if place < MIN_COMPANIES {
            let (told, until) = match place {
                HAS_ERRORS => (WITH_ERRORS, demo.now),
                IS_IN_PROCESS => (IN_PROCESS, demo.now),
                _ => (BEFORE, demo.long_ago),
            };
            let one = Application { person: master, company, premises, told, until };
            one.write(app, db, rng, demo, utility).await?;
        }
    }
    let last = people::applicants(demo.people).zip(applicants).last().context("the last applicant")?;
    let (person, (company, premises)) = last;
    let one = Application { person, company, premises, told: UNANSWERED, until: demo.now };
    one.write(app, db, &mut ChaCha20Rng::seed_from_u64(UNANSWERED_SEED), demo, utility).await?;
    let (other, _) = companies.first().context("the first company")?;
    let (company, _) = companies.get(HAS_ERRORS).context("the company with errors")?;
    sql::add_errors(db, &company.bulk_id, &other.bulk_id, demo.now.plus_seconds(-660 * 3600)).await?;
    Ok(())
}

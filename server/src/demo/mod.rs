//! `gridbill demo`: companies, users and 25 months of bills and payments, imported through the same feed that a utility
//! would send (docs/domain/demo.md#fixed-points).

mod bills;
mod certificates;
mod charges;
mod costs;
mod declaration;
mod deposits;
mod e_invoices;
mod factors;
mod faults;
mod files;
mod history;
mod payment;
mod people;
mod personal_data;
mod places;
mod plan;
mod prices;
mod queries;
mod random;
mod registrations;
mod sql;
mod story;
mod tariff;

use std::fs::{self, File};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use gridbill_core::accounts::deposits::Deposit;
use gridbill_core::audit::Price;
use gridbill_core::carbon::{EmissionFactor, EnergyCertificate};
use gridbill_core::identity::registering::LinkKind;
use gridbill_core::permission::Role;
use gridbill_core::{Day, Instant};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::app::App;
use crate::auth::password;
use crate::feed::{self, Account, Bill, BillCharges};
use crate::fpx::{SigningKey, ensure_keys};
use people::DemoPerson;
use plan::{Company, Premises, Trade};
use random::uuid;

/// The size of the demo.
#[derive(Debug, Clone, clap::Args)]
pub struct Demo {
    /// Bills of all companies together; by default, those of the six fixed companies.
    #[arg(long)]
    pub bills: Option<usize>,
    /// Number of companies.
    #[arg(long, default_value_t = plan::MIN_COMPANIES)]
    pub bulk_accounts: usize,
    /// Seed of the random data; another seed gives other addresses and amounts.
    #[arg(long, default_value_t = 2026)]
    pub seed: u64,
}

impl Default for Demo {
    fn default() -> Self {
        Self { bills: None, bulk_accounts: plan::MIN_COMPANIES, seed: 2026 }
    }
}

/// The parameters of the demo in a database. Stored as the secret `demo`, by which the portal recognises a demo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mark {
    bills: usize,
    bulk_accounts: usize,
    seed: u64,
    /// All times are relative to this instant, even if an interrupted demo is completed later.
    at: Instant,
    is_complete: bool,
}

/// Creates the demo unless it exists, and prints its logins.
/// Fails when the database holds other data, or fails. A second run continues where the first stopped.
pub async fn run(app: &App, demo: &Demo) -> anyhow::Result<()> {
    if !read_mark(app).await?.is_some_and(|mark| mark.is_complete) {
        let _turn = acquire_lock(app.config.data.join("demo")).await?;
        // Another process may have created it while this process waited for the lock.
        let mark = match read_mark(app).await? {
            Some(mark) => mark,
            None => begin(app, demo).await?,
        };
        if !mark.is_complete {
            make(app, &mark).await?;
        }
    }
    println!("{}", people::table());
    Ok(())
}

async fn read_mark(app: &App) -> anyhow::Result<Option<Mark>> {
    let mark = sql::mark(&app.pool).await?;
    mark.map(|mark| serde_json::from_slice(&mark)).transpose().context("the mark of the demo cannot be read")
}

/// Locks the folder against other processes that create a demo with files in it.
async fn acquire_lock(folder: PathBuf) -> anyhow::Result<File> {
    let locked = tokio::task::spawn_blocking(move || {
        fs::create_dir_all(&folder)?;
        let lock = File::create(folder.join("lock"))?;
        lock.lock()?;
        Ok::<_, std::io::Error>(lock)
    });
    locked.await?.context("locking the folder of the demo's files")
}

async fn begin(app: &App, demo: &Demo) -> anyhow::Result<Mark> {
    if sql::is_in_use(&app.pool).await? {
        bail!("this database is in use; the demo needs a database of its own");
    }
    let (bills, companies) = (demo.bills.unwrap_or_else(plan::least_bills), demo.bulk_accounts);
    if bills < plan::least_bills() || companies < plan::MIN_COMPANIES {
        bail!("a demo has at least {} bills of {} companies", plan::least_bills(), plan::MIN_COMPANIES);
    }
    if bills > plan::least_bills() && companies == plan::MIN_COMPANIES {
        bail!("more bills need more companies: set --bulk-accounts too");
    }
    let mark = Mark { bills, bulk_accounts: companies, seed: demo.seed, at: app.now(), is_complete: false };
    sql::set_mark(&app.pool, &serde_json::to_vec(&mark)?).await?;
    Ok(mark)
}

/// A company with its accounts.
type CompanyPremises = (Company, Vec<Premises>);

/// Generates the companies with their accounts, and those that have no bulk account.
fn companies(bills: usize, count: usize, seed: u64) -> (Vec<CompanyPremises>, Vec<CompanyPremises>) {
    let mut first = 0;
    let companies = plan::companies(bills, count).into_iter().enumerate().map(|(place, company)| {
        let premises = plan::premises(&company, place, first, seed);
        first += company.accounts;
        (company, premises)
    });
    let applicants = plan::applicants().into_iter().enumerate().map(|(place, company)| {
        let premises = plan::premises_of_applicant(&company, place, seed);
        (company, premises)
    });
    (companies.collect(), applicants.collect())
}

/// Companies of larger demos come last and get the remaining bills.
fn feed_order<'a>(companies: &'a [CompanyPremises], applicants: &'a [CompanyPremises]) -> Vec<&'a [Premises]> {
    let (six, more) = companies.split_at(plan::MIN_COMPANIES);
    six.iter().chain(applicants).chain(more).map(|(_, premises)| premises.as_slice()).collect()
}

/// Creates the demo. Every step skips work that an earlier, interrupted run has done.
async fn make(app: &App, mark: &Mark) -> anyhow::Result<()> {
    let today = Day::at(mark.at);
    let (companies, applicants) = companies(mark.bills, mark.bulk_accounts, mark.seed);
    println!("demo: writing the feed of {} bills", mark.bills);
    let feed = feed_order(&companies, &applicants);
    let files = files::write(&app.config.data.join("demo"), &feed, mark.bills, today, mark.seed)?;
    all_taken(feed::import::<Account>(app, &files.accounts).await?)?;
    if !sql::has_people(&app.pool).await? {
        settle_in(app, mark, &companies, &applicants).await?;
    }
    // Bills of the newest month, which no payment of the demo has: their amounts may change again after an interruption.
    all_taken(feed::import::<Bill>(app, &files.earlier_bills).await?)?;
    all_taken(feed::import::<Bill>(app, &files.bills).await?)?;
    all_taken(feed::import::<BillCharges>(app, &files.charges).await?)?;
    all_taken(feed::import::<Price>(app, &files.prices).await?)?;
    all_taken(feed::import::<EmissionFactor>(app, &files.factors).await?)?;
    all_taken(feed::import::<EnergyCertificate>(app, &files.certificates).await?)?;
    all_taken(feed::import::<Deposit>(app, &files.deposits).await?)?;
    sql::disable_some_payments(&app.pool, bills::extracted(today, 2, 0), bills::extracted(today, 0, 4)).await?;
    println!("demo: writing payments");
    let companies: Vec<Company> = companies.into_iter().map(|(company, _)| company).collect();
    // The sandbox's key: the demo's past messages are signed with the same key as future ones.
    let fpx_key = SigningKey::load(&ensure_keys(&app.config.data)?.fpx_key)?;
    history::write(&app.pool, &companies, mark.seed, mark.at, &fpx_key).await?;
    queries::write(&app.pool, &companies, mark.seed, mark.at).await?;
    personal_data::write(&app.pool, mark.at).await?;
    sql::analyze(&app.pool).await?;
    let mark = Mark { is_complete: true, ..mark.clone() };
    sql::set_mark(&app.pool, &serde_json::to_vec(&mark)?).await?;
    Ok(())
}

fn all_taken(outcome: feed::Outcome) -> anyhow::Result<()> {
    if outcome.rejected > 0 {
        bail!("the demo's own feed has {} rows that are refused", outcome.rejected);
    }
    Ok(())
}

/// Adds open invitations, and activation links that were not used.
async fn await_some(
    db: &mut PgConnection,
    people: &[DemoPerson],
    rng: &mut ChaCha20Rng,
    now: Instant,
) -> anyhow::Result<()> {
    let master = people.first().context("the first of the demo's people")?;
    let invitations: Vec<_> = people::INVITATIONS.iter().map(|invitation| (uuid(rng), invitation)).collect();
    sql::add_invitations(db, master, &invitations, now).await?;
    let invited = invitations.iter().map(|(id, invitation)| sql::Sent {
        kind: LinkKind::Invitation,
        person_id: None,
        invitation_id: Some(*id),
        at: now.plus_seconds(-invitation.sent_hours * 3600),
    });
    let awaited = people.iter().filter_map(|person| {
        let is_staff = person.role.is_some_and(Role::is_staff);
        Some(sql::Sent {
            kind: if is_staff { LinkKind::StaffActivation } else { LinkKind::Activation },
            person_id: Some(person.person_id),
            invitation_id: None,
            at: person.came.awaited_since(now)?,
        })
    });
    let links: Vec<_> = invited.chain(awaited).map(|sent| (uuid(rng).as_bytes().repeat(2), sent)).collect();
    sql::add_links(db, &links).await?;
    Ok(())
}

/// Adds the bulk accounts with their users, groups, accounts and registrations, in one transaction.
async fn settle_in(
    app: &App,
    mark: &Mark,
    companies: &[(Company, Vec<Premises>)],
    applicants: &[(Company, Vec<Premises>)],
) -> anyhow::Result<()> {
    let mut rng = ChaCha20Rng::seed_from_u64(mark.seed);
    let mut salt = [0; 16];
    rng.fill_bytes(&mut salt);
    let hash = password::hash(people::PASSWORD, &salt)?;
    let long_ago = mark.at.plus_seconds(-800 * 86_400);
    let only: Vec<&Company> = companies.iter().map(|(company, _)| company).collect();
    let people = people::people(&only, &mut rng);
    let mut transaction = app.pool.begin().await?;
    sql::add_companies(&mut transaction, &only, long_ago).await?;
    sql::add_people(&mut transaction, &people, &hash, long_ago, mark.at).await?;
    if let Some(person) = people.iter().find(|person| person.email == people::WITH_APP.0) {
        let secret = app.auth.factors.sealer.seal(&app.random, person.person_id, people::WITH_APP.1)?;
        sql::add_app(&mut transaction, person.person_id, &secret, long_ago).await?;
    }
    await_some(&mut transaction, &people, &mut rng, mark.at).await?;
    for (company, premises) in companies {
        let groups: Vec<_> =
            company.groups.iter().map(|name| (uuid(&mut rng), company.bulk_id.as_str(), *name)).collect();
        if !groups.is_empty() {
            sql::add_groups(&mut transaction, &groups, long_ago).await?;
        }
        let tags: Vec<_> = premises
            .iter()
            .filter(|premises| premises.is_tagged)
            .enumerate()
            .map(|(number, premises)| sql::Tag {
                account_no: &premises.account.account_no,
                bulk_id: &company.bulk_id,
                reference_id: company.reference_id(number),
                // Every twentieth account is in no group.
                group_id: groups.get(premises.group).filter(|_| number % 20 != 19).map(|(id, ..)| *id),
            })
            .collect();
        sql::tag(&mut transaction, &tags, long_ago).await?;
        if company.trade == Trade::Shops {
            costs::write(&mut transaction, &groups).await?;
        }
    }
    let demo = registrations::Demo { people: &people, now: mark.at, long_ago };
    registrations::write(app, &mut transaction, &mut rng, &demo, companies, applicants).await?;
    transaction.commit().await?;
    Ok(())
}

//! The payments of the demo's companies, finished and in progress.

use gridbill_core::payments::PaymentMethod;
use gridbill_core::{Day, Instant, Money, Problem};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha20Rng;
use sqlx::PgPool;

use super::payment::{DemoPayment, DemoUser, Ingredients, Owed};
use super::plan::Company;
use super::sql;
use super::story::{self, Story};
use crate::fpx::SigningKey;

/// Companies whose payments are written in one transaction.
const BATCH_SIZE: usize = 50;

const BANKS: [(&str, &str); 6] = [
    ("MBB0228", "Maybank2E"),
    ("BCBB0235", "CIMB Bank"),
    ("PBB0234", "Public Bank PB enterprise"),
    ("RHB0218", "RHB Bank"),
    ("HLB0224", "Hong Leong Bank"),
    ("TEST0021", "SBI Bank A"),
];

/// The age in days from which all batches are paid.
pub const PAID_AFTER: i32 = 70;

/// Whether a batch extracted this number of days ago is paid. Batches older than ten weeks are paid, and batches of the
/// previous month older than seven weeks. Four batches in between stay unpaid and overdue.
pub const fn is_paid(age_days: i32) -> bool {
    age_days > PAID_AFTER || (age_days > 47 && age_days < 60)
}

/// Ages in days of the batches whose bills are in payments in progress.
const ON_THEIR_WAY: std::ops::RangeInclusive<i32> = 30..=47;

/// One payment in each status, for the first company: method, story, number of bills, hours since its last event.
const ON_SHOW: [(PaymentMethod, Story, usize, i64); 14] = [
    (PaymentMethod::Fpx, story::TIMED_OUT, 20, 200),
    (PaymentMethod::Fpx, story::WAITED_AND_EXPIRED, 15, 150),
    (PaymentMethod::Fpx, story::WAITED_AND_DECLINED, 25, 120),
    (PaymentMethod::Cheque, story::REJECTED, 30, 70),
    (PaymentMethod::EftGiro, story::SUBMITTED, 60, 5),
    (PaymentMethod::Cheque, story::SUBMITTED, 12, 27),
    (PaymentMethod::EftGiro, story::SHORT_AND_PAID, 18, 3),
    (PaymentMethod::EftRentas, story::ACCEPTED, 80, 0),
    (PaymentMethod::EftGiro, story::OVER, 22, 4),
    (PaymentMethod::EftGiro, story::SHORT, 16, 6),
    (PaymentMethod::Cheque, story::OVER, 9, 30),
    (PaymentMethod::Fpx, story::WAITING, 35, 2),
    (PaymentMethod::Fpx, story::WAITING, 14, 20),
    (PaymentMethod::Fpx, story::STARTED, 10, 0),
];

/// Payments in progress of a few other companies.
const ELSEWHERE: [(PaymentMethod, Story, usize, i64); 3] = [
    (PaymentMethod::EftRentas, story::SUBMITTED, 20, 8),
    (PaymentMethod::Cheque, story::SHORT_AND_PAID, 10, 12),
    (PaymentMethod::EftGiro, story::SUBMITTED, 5, 31),
];

/// Writes the payments of all companies, except for those that have some already.
/// Fails when the database fails. Committed work stays, and a second run continues.
pub async fn write(
    pool: &PgPool,
    companies: &[Company],
    seed: u64,
    now: Instant,
    fpx_key: &SigningKey,
) -> anyhow::Result<()> {
    let staff = sql::staff(pool).await?;
    for (part, some) in companies.chunks(BATCH_SIZE).enumerate() {
        let mut transaction = pool.begin().await?;
        let mut payments = Vec::new();
        for (place, company) in (part * BATCH_SIZE..).zip(some) {
            if sql::has_payments(&mut transaction, &company.bulk_id).await? {
                continue;
            }
            let owed = sql::owed(&mut transaction, &company.bulk_id, Day::at(now)).await?;
            let payers = sql::payers(&mut transaction, &company.bulk_id).await?;
            let first = sql::last_number(&mut transaction).await?;
            let mut teller = Teller {
                rng: ChaCha20Rng::seed_from_u64(seed ^ (place as u64).wrapping_mul(0x5851_f42d)),
                number: first,
                company,
                fpx_key,
                payers: &payers,
                staff: &staff,
                now,
                payments: Vec::new(),
            };
            teller.write_story(place, owed)?;
            sql::set_last_number(&mut transaction, teller.number).await?;
            payments.append(&mut teller.payments);
        }
        sql::write_payments(&mut transaction, &payments).await?;
        transaction.commit().await?;
    }
    Ok(())
}

struct Teller<'a> {
    rng: ChaCha20Rng,
    number: u64,
    company: &'a Company,
    fpx_key: &'a SigningKey,
    payers: &'a [DemoUser],
    staff: &'a [DemoUser],
    now: Instant,
    payments: Vec<DemoPayment>,
}

impl Teller<'_> {
    /// Writes a company's payments. `owed` is ordered by batch.
    fn write_story(&mut self, place: usize, owed: Vec<Owed>) -> anyhow::Result<()> {
        let (paid, mut open): (Vec<Owed>, Vec<Owed>) = owed.into_iter().partition(|bill| is_paid(bill.age_days));
        for batch in paid.chunk_by(|a, b| a.bill_batch_id == b.bill_batch_id) {
            self.pay_batch(batch.to_vec())?;
        }
        open.retain(|bill| ON_THEIR_WAY.contains(&bill.age_days));
        let shown: &[_] = match place {
            0 => &ON_SHOW,
            1..4 => &ELSEWHERE[place - 1..place],
            _ => &[],
        };
        let mut from = 0;
        for &(method, story, bills, hours) in shown {
            let items: Vec<Owed> = open.iter().skip(from).take(bills).cloned().collect();
            let ended = self.now.plus_seconds(-hours * 3600 - 90);
            let begins = ended.plus_seconds(-story::length(story));
            if items.is_empty() {
                continue;
            }
            let taken = items.len();
            self.add(method, story, begins, items)?;
            // Bills that a failed payment released go to the next payment.
            if self.payments.last().is_some_and(|payment| payment.told.state.status.is_live()) {
                from += taken;
            }
        }
        Ok(())
    }

    /// Pays a batch within some weeks of its extraction, during office hours.
    fn pay_batch(&mut self, items: Vec<Owed>) -> anyhow::Result<()> {
        let age = items.first().map_or(0, |bill| bill.age_days);
        let after = self.rng.random_range(6..26);
        let seconds = self.rng.random_range(9 * 3600..17 * 3600);
        let day = Day::at(self.now).plus_days(i64::from(after - age));
        let begins = day.begins().plus_seconds(seconds);
        let wanted = match self.rng.random_range(0..20) {
            0..7 => (PaymentMethod::Fpx, story::WAITED_AND_APPROVED),
            7..9 => (PaymentMethod::Fpx, story::APPROVED),
            9..14 => (PaymentMethod::EftGiro, story::POSTED),
            14..16 => (PaymentMethod::Cheque, story::POSTED),
            16 => (PaymentMethod::EftGiro, story::SHORT_AND_POSTED),
            17 => (PaymentMethod::EftGiro, story::OVER_AND_POSTED),
            _ => (PaymentMethod::EftRentas, story::POSTED),
        };
        let total = Money::sum(items.iter().map(|item| item.amount)).map_err(Problem::from)?;
        let (method, story) =
            if wanted.0.check_amount(total).is_ok() { wanted } else { (PaymentMethod::EftRentas, story::POSTED) };
        self.add(method, story, begins, items)
    }

    fn add(&mut self, method: PaymentMethod, story: Story, begins: Instant, items: Vec<Owed>) -> anyhow::Result<()> {
        self.number += 1;
        let chosen = |of: usize, rng: &mut ChaCha20Rng| rng.random_range(0..of.max(1));
        let payer = self.payers.get(chosen(self.payers.len(), &mut self.rng));
        let staff = self.staff.get(chosen(self.staff.len(), &mut self.rng));
        let bank = BANKS[chosen(BANKS.len(), &mut self.rng)];
        let (Some(payer), Some(staff)) = (payer, staff) else {
            anyhow::bail!("{} has no user who can pay", self.company.name);
        };
        let from = Ingredients {
            number: self.number,
            company: &self.company.name,
            fpx_key: self.fpx_key,
            payer,
            staff,
            method,
            story,
            begins,
            bank,
            items,
        };
        self.payments.push(DemoPayment::make(&from, &mut self.rng)?);
        Ok(())
    }
}

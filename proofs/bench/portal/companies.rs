//! Companies that this program adds, with four months of bills: one of 10,000 bills, which is the same in any database, and one that
//! exports its history.

use sqlx::PgPool;
use uuid::Uuid;

use crate::PASSWORD;

pub struct Company {
    pub bulk_id: &'static str,
    /// The local part before `@bench.example`, followed by a number for each user.
    pub domain: &'static str,
    /// The third digit of its accounts, invoices and batches, so that no other company has the same numbers.
    digit: i32,
}

pub const SCALE: Company = Company { bulk_id: "3099999961", domain: "scale", digit: 6 };
pub const SCALE_BILLS: i32 = 10_000;
pub const EXPORTS: Company = Company { bulk_id: "3099999951", domain: "exports", digit: 5 };
const PEOPLE: i32 = 3;

impl Company {
    pub fn email(&self) -> String {
        format!("{}1@bench.example", self.domain)
    }

    /// Adds the company with its users, accounts in groups, and bills, half of them paid, unless it exists. A database without users is
    /// marked as the demo, so that the portal runs without the settings of the bank gateway.
    #[expect(clippy::disallowed_methods, reason = "sets up a measurement; not part of the portal")]
    pub async fn make(&self, pool: &PgPool, bills: i32) -> anyhow::Result<()> {
        let known = sqlx::query_scalar("select exists (select from bulk_account where bulk_id = $1)");
        if known.bind(self.bulk_id).fetch_one(pool).await? {
            return Ok(());
        }
        let mut tx = pool.begin().await?;
        sqlx::query(
            "insert into secret (name, value) select 'demo', '{}' where not exists (select from person)
             on conflict do nothing",
        )
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
             values ($1, initcap($2) || ' Sdn Bhd', $1, 2, now())",
        )
        .bind(self.bulk_id)
        .bind(self.domain)
        .execute(&mut *tx)
        .await?;
        let hash = gridbill::auth::password::hash(PASSWORD, b"the bench's salt")?;
        for number in 1..=PEOPLE {
            sqlx::query(
                "insert into person (person_id, email, name, password_hash, role, bulk_id, is_staff, activated_at,
                                     created_at)
                 values ($1, $2 || $3::int || '@bench.example', $2, $4, case $3 when 1 then 'master' else 'viewer' end, $5,
                         false, now(), now())",
            )
            .bind(Uuid::now_v7())
            .bind(self.domain)
            .bind(number)
            .bind(&hash)
            .bind(self.bulk_id)
            .execute(&mut *tx)
            .await?;
        }
        for table in TABLES {
            sqlx::query(table).bind(self.bulk_id).bind(bills / 4).bind(self.digit).execute(&mut *tx).await?;
        }
        tx.commit().await?;
        sqlx::raw_sql("analyze").execute(pool).await?;
        Ok(())
    }
}

/// The inserts of a company; parameters are the bulk account, the number of accounts, and the digit.
const TABLES: [&str; 5] = [
    "insert into account_group (group_id, bulk_id, name, created_at)
     select md5($1 || n)::uuid, $1, 'Region ' || n, now() from generate_series(0, 11) n where $2 + $3 > 0",
    "insert into account_master
     select '22' || $3::int || lpad(n::text, 9, '0'), $1, 'A company', 'Lot ' || n, 'Shah Alam', '40000', 'Selangor',
            'Commercial', 'Low Voltage General', true
     from generate_series(0, $2 - 1) n",
    "insert into electricity_account (account_no, bulk_id, tagged_at, reference_id, group_id)
     select '22' || $3::int || lpad(n::text, 9, '0'), $1, now(), 'Shop ' || n, md5($1 || n % 12)::uuid
     from generate_series(0, $2 - 1) n",
    "insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
                       invoice_date, due_date, reading_start, reading_end, bill_type, reading_type, tariff,
                       consumption_kwh, current_charge, outstanding_amount, tax_amount, total_amount_payable, status)
     select '99' || $3::int || lpad(n::text, 9, '0'), '99' || $3::int || '999999999',
            '22' || $3::int || lpad((n % $2)::text, 9, '0'), $1, '28' || $3::int || lpad((m * 4 + n % 4)::text, 7, '0'),
            day, day, day + 30, day - 30, day - 1, 'Normal', 'actual', 'Low Voltage General', n % 3000,
            100 + n % 977 + 0.05, n % 2 * 10, 0, 100 + n % 977 + 0.05 + n % 2 * 10, case when m < 2 then 4 else 1 end
     from generate_series(0, $2 * 4 - 1) n, lateral (select n / $2 as m) month,
          lateral (select current_date - 130 + m * 30 + n % 4 as day) days",
    "select fold_totals($1) where $2 + $3 > 0",
];

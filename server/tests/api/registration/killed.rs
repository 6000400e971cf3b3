//! `kill -9` while bulk accounts are created: each company gets one, with each of its accounts once.

use std::time::Duration;

use gridbill_core::identity::{AdminLogin, Login, LoginRequest};
use gridbill_core::registration::{RegisterBulkAccount, RegisterBulkAccountRequest, ReviewAction};
use tokio::time::sleep;

use super::{accounts, decide, file, form, known, led, steps};
use crate::crash::process::{Home, age_worker, free_address};
use crate::support::portal::{PASSWORD, until};
use crate::support::{Actor, given, sql};

const COMPANIES: i32 = 6;
const ACCOUNTS: i32 = 600;

fn login(email: &str) -> LoginRequest {
    LoginRequest { username: email.to_owned(), password: PASSWORD.to_owned(), invitation_token: None }
}

#[tokio::test(flavor = "multi_thread")]
async fn companies_that_were_approved_get_their_accounts_through_every_kill() {
    let home = Home::make("registered");
    let pool = home.database().await;
    given::people_in(&pool).await;
    let address = free_address();
    let visitor = Actor::new(address);
    let mut server = home.serve(address).await;
    let staff = visitor
        .call::<AdminLogin>(login("pccr@utility.example"))
        .await
        .expect("staff")
        .tokens()
        .expect("no second factor");
    let staff = visitor.with_token(staff.access_token);
    let mut ids = Vec::new();
    for company in 0..COMPANIES {
        let (email, roc) = (format!("new{company}@baru.example"), format!("20200000000{company}"));
        given::person_without_account(&pool, &email).await;
        let file_id = file(&pool, &email).await;
        let numbers = known(&pool, &roc, company, ACCOUNTS).await;
        let tokens =
            visitor.call::<Login>(login(&email)).await.expect("a customer").tokens().expect("no second factor");
        let request = RegisterBulkAccountRequest {
            form: form(&roc, &file_id),
            terms_version: None,
            accounts: Some(accounts(&numbers)),
            draft_version: None,
        };
        let submitted = visitor.with_token(tokens.access_token).call::<RegisterBulkAccount>(request).await;
        ids.push(submitted.expect("submitted").registration_id);
    }
    for (round, id) in ids.iter().enumerate() {
        decide(&staff, id, ReviewAction::Approve, None).await.expect("approved");
        sleep(Duration::from_millis([0, 15, 40, 90, 160, 300][round % 6])).await;
        assert!(server.is_running(), "it ended by itself");
        server.kill();
        age_worker(&pool, server.id()).await;
        server = home.serve(address).await;
    }
    for (company, id) in ids.iter().enumerate() {
        until("the company is registered", async || {
            let expected = led(&[("submit", 2), ("approve", 5), ("finish", 7)]);
            (steps(&pool, id).await == expected).then_some(())
        })
        .await;
        let email = format!("new{company}@baru.example");
        let query = "select p.role,
                            (select count(*) from bulk_account b where b.registration_no = r.registration_no),
                            (select count(*) from electricity_account a where a.bulk_id = p.bulk_id),
                            (select count(*) from tagging t where t.bulk_id = p.bulk_id and done_at is not null),
                            (select count(*) from tagging t where t.bulk_id = p.bulk_id and done_at is null),
                            (select count(*) from mail m where m.recipient = p.email)
                     from person p join registration r using (person_id) where p.email = $1";
        let (role, bulk_accounts, made_accounts, taggings, waiting, letters) =
            sql::row::<(String, i64, i64, i64, i64, i64)>(&pool, query, &[&email]).await;
        let accounts = i64::from(ACCOUNTS);
        assert_eq!((role.as_str(), bulk_accounts, letters), ("master", 1, 1), "{email}");
        assert_eq!((made_accounts, taggings, waiting), (accounts, accounts, 0), "{email}");
    }
    let check = home.run(&["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}

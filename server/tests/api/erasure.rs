//! Erasing the personal data of users who left: two officers, chains that still hold, and restored backups.

use chrono::TimeDelta;
use gridbill::app::App;
use gridbill::base::{Clock, Random};
use gridbill::facts::seal;
use gridbill::personal_data::replay::{self, Replayed};
use gridbill::serve::upkeep;
use gridbill::{check, config::Config};
use gridbill_core::Code;
use gridbill_core::identity::profile::{PreferenceRequest, SetUserPreference};
use gridbill_core::identity::{Login, LoginRequest};
use gridbill_core::payments::MakePayment;
use gridbill_core::personal_data::ErasePerson;
use gridbill_core::recorded_name::FORMER_USER;
use gridbill_core::staff::DeleteUser;
use serde_json::{Value, json};

use crate::support::database::run;
use crate::support::given::{self, SINAR, eft};
use crate::support::portal::PASSWORD;
use crate::support::{Actor, Portal, sql};
use crate::team::id_of;

const CHAINS: &str = "each fact is as it was recorded, and follows the one before it";
const PAYER: &str = "payer@sinar.example";
const NAME: &str = "Badrul Hisham bin Zulkarnain";
const MOBILE: &str = "1987654321";
const IDENTIFICATION: &str = "850412145577";

/// A portal whose payer paid, changed the profile and left.
struct Left {
    portal: Portal,
    user_id: String,
    ict: Actor,
    pccr: Actor,
    _ledger: tempfile::TempDir,
}

impl Left {
    async fn new() -> Self {
        let ledger = tempfile::tempdir().expect("a folder");
        let portal = Portal::with_people_and(&[&format!("--erasures={}", ledger.path().display())]).await;
        portal
            .damage(&format!(
                "update person set name = '{NAME}', mobile_no = '{MOBILE}', identification_type = 'ic',
                        identification_no = '{IDENTIFICATION}' where email = '{PAYER}'"
            ))
            .await;
        let user_id = id_of(portal.pool(), PAYER).await;
        let payer = portal.sign_in(PAYER).await;
        for theme in ["dark", "light"] {
            let request = PreferenceRequest { preference_code: "theme".to_owned(), config_value: theme.to_owned() };
            payer.call::<SetUserPreference>(request).await.expect("changed");
        }
        let bills = given::bills(portal.pool(), SINAR, 2, "100.00").await;
        payer.call::<MakePayment>(eft(&bills, "200.00")).await.expect("a payment");
        let master = portal.sign_in("master@sinar.example").await;
        let renamed = json!({ "id": SINAR, "userId": user_id, "role": "member", "nickname": NAME });
        master.call_raw::<gridbill_core::team::UpdateBulkUser>(renamed).await.expect("renamed");
        let wrong = LoginRequest { password: "Wrong-passw0rd".to_owned(), ..credentials() };
        portal.visitor().call::<Login>(wrong).await.expect_err("a wrong password");
        // A process of the previous version writes facts of form 1.
        portal
            .damage(&format!(
                "set session_replication_role = origin;
                 insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, address, happened_at)
                 select 'bulkAccount:{SINAR}', 'MemberChanged', data, '{PAYER}', '{SINAR}', actor_id, actor_name, address, now()
                 from fact where kind = 'MemberChanged' limit 1;
                 insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, address, device, happened_at)
                 select 'person:{user_id}', kind, data, about, bulk_id, actor_id, actor_name, address, device, now()
                 from fact where kind = 'ProfileChanged' and actor_name = '{NAME}' limit 1;
                 insert into data_request (kind, state, channel, person_id, person_name, email, request_text, received_on, due_on,
                                           recorded_by, recorded_at)
                 select 'erasure', 'open', 'email', person_id, '{NAME}', '{PAYER}', 'Erase {NAME}, {IDENTIFICATION}.', '2026-11-02',
                        '2026-11-23', person_id, now()
                 from person where email = '{PAYER}';
                 insert into statement_recipient (statement_id, email, name, bulk_id)
                 select statement_id, '{PAYER}', '{NAME}', '{SINAR}' from statement limit 1;
                 insert into invitation (invitation_id, bulk_id, email, nickname, role, make_payments, manage_accounts,
                                         invited_by, invited_at, sent_at, accepted_at)
                 select gen_random_uuid(), '{SINAR}', '{PAYER}', '{NAME}', 'member', true, false, person_id, now(), now(), now()
                 from person where email = 'master@sinar.example'"
            ))
            .await;
        let ict = portal.sign_in_staff("ict@utility.example").await;
        let pccr = portal.sign_in_staff("pccr@utility.example").await;
        assert_eq!(erase(&ict, &user_id).await, Err(Code::UserStillActive));
        ict.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.expect("deleted");
        Self { portal, user_id, ict, pccr, _ledger: ledger }
    }

    async fn erased() -> Self {
        let left = Self::new().await;
        erase(&left.ict, &left.user_id).await.expect("proposed");
        erase(&left.pccr, &left.user_id).await.expect("erased");
        left
    }
}

fn credentials() -> LoginRequest {
    LoginRequest { username: PAYER.to_owned(), password: PASSWORD.to_owned(), invitation_token: None }
}

async fn erase(officer: &Actor, user_id: &str) -> Result<Value, Code> {
    let request = json!({ "userId": user_id, "reason": "The user asked for it in writing." });
    officer.call_raw::<ErasePerson>(request).await.map_err(|refused| refused.code())
}

/// Returns the broken facts.
async fn broken_facts(portal: &Portal) -> Vec<String> {
    let (_, findings) = check::look(portal.pool()).await.expect("a check");
    findings.into_iter().find(|finding| finding.invariant == CHAINS).expect("the invariant").rows
}

/// Returns the tables that still have one of the texts in any column.
async fn tables_with(portal: &Portal, texts: &[&str]) -> Vec<String> {
    let query = "select format('%I.%I', schemaname, tablename) from pg_tables
                 where schemaname in ('public', 'graphile_worker') order by 1";
    let mut found = Vec::new();
    for table in sql::values::<String>(portal.pool(), query, &[]).await {
        for text in texts {
            let search = format!("select count(*) from {table} t where position(lower($1) in lower(t::text)) > 0");
            if sql::value::<i64>(portal.pool(), &search, &[text]).await > 0 {
                found.push(format!("{table}: {text}"));
            }
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn two_officers_erase_a_user_who_left_and_nothing_of_the_person_is_left() {
    let Left { portal, user_id, ict, pccr, _ledger: ledger } = Left::new().await;
    assert!(tables_with(&portal, &[PAYER, NAME, MOBILE, IDENTIFICATION]).await.len() > 5);
    let payments =
        "select string_agg(row(transaction_no, status, amount, requested_by, bulk_id)::text, ',') from payment";
    let before = sql::value::<String>(portal.pool(), payments, &[]).await;

    let glb = portal.sign_in_staff("glb@utility.example").await;
    assert_eq!(erase(&glb, &user_id).await, Err(Code::Forbidden));
    assert_eq!(erase(&ict, "b2f1").await, Err(Code::UserNotFound));
    assert_eq!(erase(&ict, &id_of(portal.pool(), "ict@utility.example").await).await, Err(Code::UserIsYourself));
    let without_reason = json!({ "userId": user_id });
    let refused = ict.call_raw::<ErasePerson>(without_reason).await.expect_err("no reason");
    assert_eq!(refused.fields(), [("reason", Code::RemarkRequired)]);
    assert_eq!(erase(&ict, &user_id).await, Ok(json!({ "awaitsSecondOfficer": true, "facts": 0 })));
    assert_eq!(erase(&ict, &user_id).await, Err(Code::SecondOfficerNeeded));
    // An officer who was told that it is a proposal erases nothing.
    let told = json!({ "userId": user_id, "reason": "In writing.", "awaitsSecondOfficer": true });
    let unaware = pccr.call_raw::<ErasePerson>(told).await.expect_err("another officer proposed it");
    assert_eq!(unaware.code(), Code::DecisionEffectChanged);
    let mut superuser = portal.superuser().await;
    run(&mut superuser, "update session set proved_at = proved_at - interval '15 minutes'").await;
    assert_eq!(erase(&pccr, &user_id).await, Err(Code::ConfirmIdentity));
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let erased = erase(&pccr, &user_id).await.expect("erased");
    assert!(erased["facts"].as_i64().is_some_and(|facts| facts >= 7), "{erased}");
    assert_eq!(erase(&pccr, &user_id).await, Err(Code::UserErased));

    assert_eq!(tables_with(&portal, &[PAYER, NAME, MOBILE, IDENTIFICATION]).await, [""; 0]);
    assert_eq!(before, sql::value::<String>(portal.pool(), payments, &[]).await);
    assert_eq!(broken_facts(&portal).await, [""; 0]);
    let result = check::look_with(portal.pool(), &[]).await.expect("a check");
    assert!(result.notes.iter().any(|note| note.contains("personal data of former users")), "{:?}", result.notes);
    let text = std::fs::read_to_string(ledger.path().join("erasures.jsonl")).expect("the ledger");
    assert!(text.contains(&user_id) && !text.contains(PAYER) && !text.contains(NAME), "{text}");

    // The log names a former user in the language of the reader.
    let master = portal.sign_in("master@sinar.example").await;
    for (reader, name) in [(&master, "Former user"), (&master.in_malay(), "Bekas pengguna")] {
        let request = json!({ "bulkId": SINAR });
        let log = reader.call_raw::<gridbill_core::activity::GetActivityLogs>(request).await.expect("the log");
        assert!(log.to_string().contains(name) && !log.to_string().contains(NAME), "{log}");
    }
    portal.visitor().call::<Login>(credentials()).await.expect_err("erased");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_leaves_other_people_whose_address_or_name_contains_the_users() {
    let Left { portal, user_id, ict, pccr, _ledger: ledger } = Left::new().await;
    let body = "Badrul Hisham\nbin Zulkarnain (payer@sinar.example). Badrul Hisham bin Zulkarnainudin, copayer@sinar.example, \
                payer@sinar.example.my.";
    let store = "with mails as (
                     insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at)
                     values (gen_random_uuid(), 'viewer@sinar.example', 'en', 'About payer@sinar.example', $1, $1, now()))
                 insert into rate (bucket, subject, began_at, hits)
                 values ('test', 'copayer@sinar.example', now(), 1), ('test', 'payer@sinar.example 10.0.0.1', now(), 1)";
    sql::run(portal.pool(), store, &[&body]).await;
    erase(&ict, &user_id).await.expect("proposed");
    erase(&pccr, &user_id).await.expect("erased");
    let query = "select subject, body_text, body_html from mail where recipient = 'viewer@sinar.example'";
    let (subject, text, html): (String, String, String) = sql::row(portal.pool(), query, &[]).await;
    let left = format!(
        "{FORMER_USER} ({FORMER_USER}). Badrul Hisham bin Zulkarnainudin, copayer@sinar.example, payer@sinar.example.my."
    );
    assert_eq!((subject, text, html), (format!("About {FORMER_USER}"), left.clone(), left));
    let subjects: Vec<String> = sql::values(portal.pool(), "select subject from rate where bucket = 'test'", &[]).await;
    assert_eq!(subjects, ["copayer@sinar.example"]);
    drop(ledger);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erasure_of_a_user_without_a_name_leaves_what_others_did() {
    let Left { portal, user_id, ict, pccr, _ledger: ledger } = Left::new().await;
    portal.damage(&format!("update person set name = '' where person_id = '{user_id}'")).await;
    let body = "The viewer paid two bills.";
    let store = "insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at)
                 values (gen_random_uuid(), 'viewer@sinar.example', 'en', $1, $1, $1, now())";
    sql::run(portal.pool(), store, &[&body]).await;
    portal
        .damage(&format!(
            "set session_replication_role = origin;
             insert into fact (subject, kind, data, about, bulk_id, actor_id, actor_name, address, happened_at)
             select 'bulkAccount:{SINAR}', 'MemberChanged', '{{\"nickname\": \"\"}}', 'viewer@sinar.example', '{SINAR}',
                    person_id, name, '10.0.0.1', now()
             from person where email = 'master@sinar.example'"
        ))
        .await;
    erase(&ict, &user_id).await.expect("proposed");
    erase(&pccr, &user_id).await.expect("erased");
    let mail = "select subject || body_text || body_html from mail where subject = $1";
    assert_eq!(sql::value::<String>(portal.pool(), mail, &[&body]).await, body.repeat(3));
    let facts = "select count(*) from fact where about = 'viewer@sinar.example' and data = '{\"nickname\": \"\"}'
                 and content_erased_by is null";
    assert_eq!(sql::value::<i64>(portal.pool(), facts, &[]).await, 1);
    drop(ledger);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_missing_without_an_erasure_is_an_alteration() {
    let Left { portal, .. } = Left::erased().await;
    assert_eq!(broken_facts(&portal).await, [""; 0]);
    let of_sinar = "(select max(fact_id) from fact where kind = 'MemberChanged' and form = 2)";
    let (own, record) = (
        "(select max(fact_id) from fact where kind = 'ProfileChanged' and form = 2 and content_erased_by is not null)",
        "(select max(fact_id) from fact where kind = 'PersonErased')",
    );
    let old = "(select max(fact_id) from fact where form = 1 and content_erased_by is not null)";
    let active = "(select max(fact_id) from fact where actor_erased_by is null and actor_salt is not null and kind <> 'PersonErased')";
    for damage in [
        // Of a user who is not erased.
        format!(
            "update fact set actor_salt = null, actor_name = 'Former user', address = null, device = null where fact_id = {active}"
        ),
        format!(
            "update fact set actor_salt = null, actor_name = 'Former user', address = null, device = null, actor_erased_by = {record} where fact_id = {active}"
        ),
        format!("update fact set content_digest = sha256('x') where fact_id = {own}"),
        format!("update fact set actor_digest = sha256('x') where fact_id = {own}"),
        format!("update fact set actor_digest = null where fact_id = {own}"),
        format!("update fact set actor_erased_by = null, content_erased_by = null where fact_id = {own}"),
        format!("update fact set actor_name = 'Goh' where fact_id = {own}"),
        format!("update fact set about = 'goh@sinar.example' where fact_id = {own}"),
        format!("update fact set acting_role = 'viewer' where fact_id = {own}"),
        format!("update fact set kept = kept || '{{\"about\": \"x\"}}', about = 'x' where fact_id = {own}"),
        format!("update fact set form = 1 where fact_id = {own}"),
        format!("update fact set about = 'goh@sinar.example' where fact_id = {old}"),
        format!("update fact set acting_role = 'viewer' where fact_id = {old}"),
        format!("update fact set data = jsonb_set(data, '{{facts}}', '{{}}') where fact_id = {record}"),
        format!("update fact set kind = 'PasswordChanged' where fact_id = {of_sinar}"),
    ] {
        let changed = damage.split_once("where fact_id = ").expect("an id").1.to_owned();
        let saved = "create table saved as select * from fact".to_owned();
        portal.damage(&saved).await;
        portal.damage(&damage).await;
        assert_ne!(broken_facts(&portal).await, [""; 0], "{damage} ({changed})");
        let columns = "actor_salt, content_salt, actor_digest, content_digest, actor_erased_by, content_erased_by, actor_name, address,
                       device, about, data, acting_role, kept, form, kind";
        let values = columns.split(',').map(|column| format!("s.{}", column.trim())).collect::<Vec<_>>().join(", ");
        let restored = format!(
            "update fact f set ({columns}) = ({values}) from saved s where s.fact_id = f.fact_id; drop table saved"
        );
        portal.damage(&restored).await;
        assert_eq!(broken_facts(&portal).await, [""; 0], "{damage}");
    }
    // The database refuses the same without the superuser.
    for statement in [
        "update fact set actor_name = 'Former user', address = null, device = null, actor_salt = null where form = 2",
        "update fact set about = 'x', content_salt = null, content_erased_by = 1 where form = 2",
        "update fact set actor_digest = null where form = 2",
        "update fact set actor_name = 'x', address = null, device = null, actor_salt = null, actor_erased_by = 1 where form = 2",
    ] {
        sql::try_run(portal.pool(), statement, &[]).await.expect_err(statement);
    }
}

/// The daily verification and the seal accept an erasure, also of facts that were sealed before.
#[tokio::test(flavor = "multi_thread")]
async fn seals_hold_before_and_after_an_erasure() {
    let Left { portal, user_id, .. } = Left::new().await;
    seal::seal(&portal.app).await.expect("a seal");
    portal.advance(TimeDelta::days(1));
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    erase(&ict, &user_id).await.expect("proposed");
    erase(&pccr, &user_id).await.expect("erased");
    seal::seal(&portal.app).await.expect("a seal");
    portal.advance(TimeDelta::days(1));
    gridbill::facts::verify::daily(&portal.app).await.expect("verified");
    let check = gridbill::facts::last_check(portal.pool()).await.expect("a check").expect("one");
    assert_eq!((check.broken, check.findings), (0, Vec::<String>::new()));
    assert_eq!(broken_facts(&portal).await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_erasures_and_a_sign_in_at_once_erase_once() {
    let Left { portal, user_id, ict, pccr, _ledger } = Left::new().await;
    erase(&ict, &user_id).await.expect("proposed");
    let visitor = portal.visitor();
    let (first, second, signed_in) =
        tokio::join!(erase(&pccr, &user_id), erase(&pccr, &user_id), visitor.call::<Login>(credentials()));
    assert!(signed_in.is_err());
    let mut results = [first, second].map(|result| result.map(drop));
    results.sort();
    assert_eq!(results, [Ok(()), Err(Code::UserErased)]);
    assert_eq!(broken_facts(&portal).await, [""; 0]);
    let query = "select count(*) from session where person_id = $1::text::uuid";
    assert_eq!(sql::value::<i64>(portal.pool(), query, &[&user_id]).await, 0);
}

/// A backup was made before the user left. Restored later, it is erased again before it serves.
#[tokio::test(flavor = "multi_thread")]
async fn a_restored_backup_erases_again() {
    let ledger = tempfile::tempdir().expect("a folder");
    let flag = format!("--erasures={}", ledger.path().display());
    let portal = Portal::with_people_and(&[&flag]).await;
    let user_id = id_of(portal.pool(), PAYER).await;
    portal.damage(&format!("update person set name = '{NAME}' where email = '{PAYER}'")).await;
    let payer = portal.sign_in(PAYER).await;
    let request = PreferenceRequest { preference_code: "theme".to_owned(), config_value: "dark".to_owned() };
    payer.call::<SetUserPreference>(request).await.expect("changed");
    let backup = portal.back_up(&[&flag]).await;
    assert_eq!(replay::apply(&backup.app).await.expect("nothing yet"), Replayed { applied: 0, added: 0 });

    let ict = portal.sign_in_staff("ict@utility.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    ict.call_raw::<DeleteUser>(json!({ "userId": user_id })).await.expect("deleted");
    erase(&ict, &user_id).await.expect("proposed");
    erase(&pccr, &user_id).await.expect("erased");
    assert_eq!(replay::apply(&portal.app).await.expect("the same"), Replayed { applied: 0, added: 0 });

    assert!(!tables_with(&backup, &[PAYER, NAME]).await.is_empty());
    assert_eq!(replay::apply(&backup.app).await.expect("applied"), Replayed { applied: 1, added: 0 });
    assert_eq!(tables_with(&backup, &[PAYER, NAME]).await, [""; 0]);
    assert_eq!(broken_facts(&backup).await, [""; 0]);
    assert_eq!(replay::apply(&backup.app).await.expect("applied once"), Replayed { applied: 0, added: 0 });
    backup.visitor().call::<Login>(credentials()).await.expect_err("erased");

    // A ledger that was lost is written again from the database.
    std::fs::remove_file(ledger.path().join("erasures.jsonl")).expect("removed");
    assert_eq!(replay::apply(&portal.app).await.expect("added"), Replayed { applied: 0, added: 1 });
    assert_eq!(replay::apply(&portal.app).await.expect("there"), Replayed { applied: 0, added: 0 });
    // An erasure needs the ledger: without it, nothing is erased.
    run_without_ledger(&portal, ledger.path()).await;
}

/// Two machines without a shared folder: the one that did not erase has the erasure in its ledger after a round.
#[tokio::test(flavor = "multi_thread")]
async fn each_machines_ledger_gets_the_erasures_of_others() {
    let left = Left::erased().await;
    let own = tempfile::tempdir().expect("a folder");
    let mut config = left.portal.app.config.clone();
    config.erasures = Some(own.path().to_owned());
    let pool = left.portal.pool().clone();
    let other = App::new(pool, config, Clock::default(), Random::default()).await.expect("a portal");
    for _ in 0..2 {
        upkeep::round(&other).await;
        let text = std::fs::read_to_string(own.path().join("erasures.jsonl")).expect("the ledger");
        assert_eq!(text.matches(&left.user_id).count(), 1, "{text}");
    }
}

async fn run_without_ledger(portal: &Portal, ledger: &std::path::Path) {
    let config: &Config = &portal.app.config;
    assert_eq!(config.erasures_folder(), ledger);
    std::fs::remove_file(ledger.join("erasures.jsonl")).expect("removed");
    std::fs::create_dir(ledger.join("erasures.jsonl")).expect("a folder in its place");
    let user_id = id_of(portal.pool(), "viewer@sinar.example").await;
    let mut connection = portal.superuser().await;
    run(
        &mut connection,
        "update person set deleted_at = now(), disabled_at = now() where email = 'viewer@sinar.example'",
    )
    .await;
    let ict = portal.sign_in_staff("ict@utility.example").await;
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    erase(&ict, &user_id).await.expect("proposed");
    erase(&pccr, &user_id).await.expect_err("no ledger");
    assert!(!tables_with(portal, &["viewer@sinar.example"]).await.is_empty());
}

//! `gridbill check` finds every kind of damage done to the demo.

use std::collections::BTreeMap;

use gridbill::check::{self, Finding, Part};
use gridbill_core::payments::Status;
use gridbill_core::registration::RegistrationStatus;
use sqlx::Postgres;
use sqlx::pool::PoolConnection;

use crate::support::{Portal, sql};

/// Deletes the largest payments of the demo with their bills, and the lines of most bills. Every invariant holds
/// afterwards, and each has records that can be damaged: of each payment method twenty payments, and one of each kind
/// of reconciliation. A check of the whole demo before and after each damage would take minutes.
const FEWER_BILLS: &str = "
    create temporary table large as
    select payment_id, order_no from (
        select p.payment_id, order_no, reconcile_type,
               row_number() over (partition by method, reconcile_type order by invoices, transaction_no) as n
        from payment p left join fpx_request using (payment_id)
        where payment_is_paid(status) and not exists (select from payment_item i join bill_query using (invoice_no)
                                                      where i.payment_id = p.payment_id)) ranked
    where n > case when reconcile_type is null then 20 else 1 end;
    create temporary table paid as
    select invoice_no from payment_item where payment_id in (select payment_id from large) and live;
    set session_replication_role = replica;
    delete from notification where fact_id in (select fact_id from fact join large on subject = 'payment:' || payment_id);
    delete from fact where subject in (select 'payment:' || payment_id from large);
    delete from fpx_message where order_no in (select order_no from large);
    set session_replication_role = origin;
    delete from fpx_request where payment_id in (select payment_id from large);
    delete from account_credit where payment_id in (select payment_id from large);
    delete from payment_reference where payment_id in (select payment_id from large);
    delete from receipt where payment_id in (select payment_id from large);
    delete from payment_item where payment_id in (select payment_id from large);
    delete from payment where payment_id in (select payment_id from large);
    delete from bill_charges where invoice_no < (select invoice_no from bill_charges order by invoice_no desc limit 1 offset 500);
    -- Without the checks of foreign keys, but with the triggers that keep the totals.
    alter table bill disable trigger all;
    alter table bill enable trigger user;
    delete from bill using paid where bill.invoice_no = paid.invoice_no;
    alter table bill enable trigger all;
    delete from audit_due;
    analyze";

/// Returns the number of violations of each invariant.
pub async fn broken(portal: &Portal) -> BTreeMap<&'static str, u64> {
    let keys: Vec<_> = portal.app.gateway.fpx_keys().all().cloned().collect();
    let looked = check::look_with(portal.pool(), &keys).await.expect("a check");
    assert!(looked.notes.is_empty(), "{:?}", looked.notes);
    looked.findings.into_iter().map(|Finding { invariant, broken, .. }| (invariant, broken)).collect()
}

/// Returns a connection without the pool's limit for statements: the lines of all bills are one statement, which
/// takes long in an unoptimised build.
async fn patient(portal: &Portal) -> PoolConnection<Postgres> {
    let mut db = portal.pool().acquire().await.expect("a connection");
    sql::run(&mut *db, "set statement_timeout = 0", &[]).await;
    db
}

/// For each invariant, the part of the check that looks at it. The gateway's messages are in none: they need keys.
async fn parts(portal: &Portal) -> BTreeMap<&'static str, Part> {
    let mut db = patient(portal).await;
    let mut parts = BTreeMap::new();
    for part in Part::ALL {
        let findings = part.look(&mut db).await.expect("a look");
        parts.extend(findings.into_iter().map(|finding| (finding.invariant, part)));
    }
    parts
}

/// The number of records that break an invariant. Checks only the part that looks at it, if there is one: a whole check
/// before and after each damage would take a minute.
async fn broken_of(portal: &Portal, invariant: &str, part: Option<Part>) -> u64 {
    let Some(part) = part else { return broken(portal).await[invariant] };
    let mut db = patient(portal).await;
    let findings = part.look(&mut db).await.expect("a look");
    findings.into_iter().find(|finding| finding.invariant == invariant).expect("the invariant").broken
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_finds_every_kind_of_damage() {
    // Paid payments by EFT and FPX, selected in reverse order so that one damage does not hide another.
    const PAID: &str = "(select payment_id from payment where payment_is_paid(status) and method = 'EFT_GIRO' order by transaction_no limit 1 offset";
    const OF: &str = "'payment:' ||";
    const FPX: &str = "(select order_no from fpx_request join payment using (payment_id) where payment_is_paid(status) order by order_no limit 1 offset";
    const OFFICER: &str = "(select person_id from person where email = 'pccr@utility.example')";
    const STATEMENT: &str = "'00000000-0000-4000-8000-000000000001'::uuid";
    const AGAIN: &str = "'00000000-0000-4000-8000-000000000002'::uuid";
    const PART: &str = "what belongs to a payment or a statement is of its bulk account";
    // Two queries about one bill, without their facts. The first is closed.
    const QUERY: &str = "insert into bill_query (query_id, bulk_id, invoice_no, account_no, kind, state, opened_by, opened_at, amount,
                                                 answer_due, ended_at, case_no)
         select gen_random_uuid(), b.bulk_id, b.invoice_no, b.account_no, 'other', q.state, p.person_id, now(), 1, q.due, q.ended,
                q.case_no
         from (select * from bill
               where bulk_id is not null and bill_is_selectable(status, total_amount_payable, current_charge, disable_payment)
               order by invoice_no limit 1) b
         join lateral (select person_id from person where bulk_id = b.bulk_id limit 1) p on true
         cross join (values ('withdrawn', null::date, now(), 'C-0'), ('open', '2026-12-01', null, 'C-1')) q (state, due, ended, case_no)";
    // A company's policy that no second person confirmed, and three proposals of another company without their facts:
    // one was released without an approval, for less than its payment; the others have no bills.
    const POLICY: &str = "insert into approval_policy (bulk_id, version, policy, state, proposed_by, proposed_at, decided_at)
         select p.bulk_id, v.version, '{\"layers\": [{\"from\": \"0.00\"}]}', v.state, p.person_id, '2020-01-01', v.since::timestamptz
         from (select bulk_id, (array_agg(person_id order by person_id))[1] as person_id from person
               join payment using (bulk_id) where role = 'master' group by bulk_id order by bulk_id limit 1) p
         cross join (values (1, 'replaced', '2020-01-01'), (2, 'inForce', '2020-01-02')) v (version, state, since)";
    const PROPOSALS: &str = "insert into approval_policy (bulk_id, version, policy, state, proposed_by, proposed_at, decided_at)
         select bulk_id, 10, '{}', 'replaced', requested_by, '2020-01-01', '2020-01-01'
         from payment where payment_is_paid(status) order by transaction_no limit 1;
         insert into proposal (proposal_id, bulk_id, state, step, steps, policy_version, amount, bills, largest_bill, hash, proposed_by,
                               proposed_at, lapses_at, step_since, ended_at, payment_id)
         select v.id, y.bulk_id, v.state, 1, '[{\"mode\": \"any\", \"userIds\": [\"nobody\"]}]', 10, 0.01, 1, 0.01, sha256('x'), requested_by,
                '2020-01-01', '2020-01-02', '2020-01-01', v.ended::timestamptz, case when v.state = 'released' then payment_id end
         from (select y.* from payment y join approval_policy p on p.bulk_id = y.bulk_id and p.version = 10
               where payment_is_paid(status) order by transaction_no limit 1) y
         cross join (values ('A0000000000001', 'released', '2020-01-01'), ('A0000000000002', 'proposed', null)) v (id, state, ended)";
    // A group of two payments that were made without it, whose plan has no bills.
    const GROUP: &str = "update payment set group_no = 'G0000000000001', group_place = n
         from (select payment_id, row_number() over (order by transaction_no) as n from payment
               where payment_is_paid(status) and method = 'EFT_GIRO'
                 and bulk_id = (select bulk_id from payment where payment_is_paid(status) and method = 'EFT_GIRO'
                                group by bulk_id order by count(*) desc limit 1)) p
         where p.payment_id = payment.payment_id and n <= 2;
         insert into payment_group_part (bulk_id, group_no, place, amount, invoices)
         select bulk_id, group_no, group_place, amount, invoices from payment where group_no is not null;
         insert into payment_group (bulk_id, group_no, method, amount, invoices, payments, requested_by, made_at)
         select bulk_id, group_no, 'EFT_GIRO', sum(amount), sum(invoices), count(*), (array_agg(requested_by))[1], now()
         from payment where group_no is not null group by bulk_id, group_no";
    // An event of a webhook that names another place of its fact.
    const WEBHOOK_EVENT: &str = "insert into webhook (bulk_id, webhook_id, address, events, keys, public_key, created_by, created_at)
         select p.bulk_id, p.person_id, 'https://erp.sinar.example/', '{}', '', '', p.person_id, now()
         from person p where p.role = 'master' and p.bulk_id is not null order by p.bulk_id limit 1;
         insert into webhook_event (bulk_id, webhook_id, event_id, fact_id, sequence, event_type, data, created_at, due_at)
         select w.bulk_id, w.webhook_id, w.webhook_id, f.fact_id, f.place + 1, 'payment.paid', '{}', f.happened_at, f.happened_at
         from webhook w join fact f on f.bulk_id = w.bulk_id order by f.fact_id limit 1";
    // A run that says it has two documents, and has one.
    const RUN: &str = "insert into accounting_profile (bulk_id, profile_id, name, draft, schedule, saved_by, saved_at, runs,
                                                     last_run_at, scheduled_at)
         select p.bulk_id, p.person_id, 'Books', '{}', 'manual', p.person_id, now(), 1, now(), now()
         from person p where p.role = 'master' and p.bulk_id is not null order by p.bulk_id limit 1;
         insert into accounting_run (bulk_id, profile_id, run_no, profile_version, draft, made_at, documents, reversals,
                                     credit_notes, lines, debit, credit, suspense)
         select bulk_id, profile_id, 1, 1, '{}', now(), 2, 0, 0, 1, 1, 1, 0 from accounting_profile;
         insert into accounting_document (bulk_id, profile_id, run_no, place, document_no, source_no, version, is_current,
                                          document_date, amount, debit, credit, document)
         select bulk_id, profile_id, 1, 1, 'D1', 'D1', 1, true, '2026-11-20', 1, 1, 1,
                '{\"lines\": [{\"amount\": \"1.00\"}], \"counterLine\": {\"amount\": \"-1.00\"}}'
         from accounting_run";
    let portal = Portal::with_demo().await;
    sql::run_script(&mut portal.superuser().await, FEWER_BILLS).await;
    assert!(broken(&portal).await.values().all(|broken| *broken == 0));
    gridbill::facts::seal::seal(&portal.app).await.expect("a seal");
    let parts = parts(&portal).await;
    let item = "(select invoice_no from payment_item where payment_id =";
    let [required, failed, declined] = [Status::PaymentRequired, Status::Failed, Status::Declined].map(Status::code);
    let [pending, rejected, processing, with_errors] = [
        RegistrationStatus::PendingApproval,
        RegistrationStatus::Rejected,
        RegistrationStatus::PostProcessing,
        RegistrationStatus::AcceptedWithError,
    ]
    .map(RegistrationStatus::code);
    for (invariant, statements) in [
        (
            "each day's seal is that of the facts of then",
            format!("delete from fact where subject = {OF} {PAID} 17) and kind = 'PaymentPosted'"),
        ),
        (
            "a bill is in at most one live payment",
            format!(
                "drop index one_live_payment_of_a_bill;
                 insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
                 select bulk_id, {PAID} 1), invoice_no, account_no, amount, true from payment_item where payment_id = {PAID} 0) limit 1"
            ),
        ),
        (
            "a payment holds its bills exactly while it is alive",
            format!("update payment_item set live = false where invoice_no = {item} {PAID} 2) limit 1)"),
        ),
        ("a payment's amount and counts are those of its items", format!("update payment set invoices = invoices + 1 where payment_id = {PAID} 3)")),
        (
            "a held bill costs what its payment pays for it",
            format!("update bill set total_amount_payable = total_amount_payable + 0.01 where invoice_no = {item} {PAID} 4) limit 1)"),
        ),
        (
            "the parts of a settlement come to its amount",
            "insert into settlement (settlement_no, account_no, method, paid_on, amount, reference)
             select 'S1', account_no, 'card', current_date, 1, '' from account_master limit 1".to_owned(),
        ),
        (
            "a bill is paid elsewhere, or in part, by what its settlements come to",
            format!("update bill set settled_amount = 1 where invoice_no = {item} {PAID} 4) limit 1)"),
        ),
        (
            "a bill contains what was open of the bills carried to it, and money that had paid no bill",
            format!("update bill set contained = 1 where invoice_no = {item} {PAID} 4) limit 1)"),
        ),
        (
            "the statement of each account closes: what is open is what was billed less what was paid",
            "update bill set contained = contained + 7 where invoice_no = (select max(invoice_no) from bill)".to_owned(),
        ),
        (
            "reference numbers of EFT and cheques add up to the payment; FPX has none",
            format!("update payment_reference set amount = amount + 0.01 where payment_id = {PAID} 5) and place = 1 and version = 1"),
        ),
        (
            "the lines of a bill add up to its amounts",
            r#"update bill_charges set charges = jsonb_set(charges, '{lines,0,amount}', '"0.01"')
               where invoice_no = (select max(invoice_no) from bill_charges)"#
                .to_owned(),
        ),
        ("a difference that was paid has its reference number", "delete from payment_reference where version = 2".to_owned()),
        (
            "paid is billed plus or minus the reconciliation",
            format!(
                "alter table payment drop constraint paid_is_billed_and_reconciliation;
                 update payment set paid_amount = amount - 1 where payment_id = {PAID} 18) and reconcile_type is null"
            ),
        ),
        (
            "a payment has exactly one beginning, and each event begins where the one before ended",
            format!("delete from fact where subject = {OF} {PAID} 7) and kind = 'PaymentAccepted'"),
        ),
        (
            "a payment has exactly one beginning, and each event begins where the one before ended",
            format!("delete from fact where subject = {OF} {PAID} 8)"),
        ),
        (
            "a payment that was taken over has ended, and has no events of this portal",
            format!("update payment set requested_by = null, taken_over_at = now() where payment_id = {PAID} 9)"),
        ),
        (
            "each answered call that moves money has its event",
            "insert into answered_call
             select requested_by, 'a key', 'MakePayment', '', convert_to('{\"Data\":{\"transactionNo\":\"P2611200000000\"}}', 'UTF8'), now()
             from payment limit 1"
                .to_owned(),
        ),
        (
            "each answered call that moves money has its event",
            "insert into answered_call
             select requested_by, key, 'MakePayment', '',
                    convert_to('{\"Data\":{\"transactionNo\":\"' || transaction_no || '\"}}', 'UTF8'), now()
             from (select * from payment limit 1) p, (values ('one'), ('two')) k (key)"
                .to_owned(),
        ),
        (
            "paid FPX payments are those that banks confirmed, to the sen; a confirmation that came too late has its alert",
            format!("update fpx_message set confirmed_amount = confirmed_amount + 0.01 where order_no = {FPX} 0)"),
        ),
        (
            "paid FPX payments are those that banks confirmed, to the sen; a confirmation that came too late has its alert",
            format!(
                "insert into fpx_message (at, way, order_no, raw, verdict, confirmed_amount)
                 select now(), 'direct', order_no, '', 'late', amount
                 from fpx_request join payment using (payment_id) where status = {failed} limit 1"
            ),
        ),
        (
            "every confirmation is of a payment that we made",
            "insert into fpx_message (at, way, order_no, raw, verdict, confirmed_amount)
             values (now(), 'direct', 'nobody', '', 'applied', 1)"
                .to_owned(),
        ),
        (
            "what is credited is what posted payments were paid too much, to one of their accounts",
            "update account_credit set amount = amount + 0.01 where payment_id = (select min(payment_id::text)::uuid from account_credit)".to_owned(),
        ),
        (
            "only the transitions of the state machine happen",
            format!("update fact set data = jsonb_set(data, '{{after,status}}', '{declined}') where subject = {OF} {PAID} 9) and kind = 'PaymentPosted'"),
        ),
        (
            "a bill's status is that of the payment that holds it; when none does, it is paid elsewhere, carried or payment required",
            format!("update bill set status = {required} where invoice_no = {item} {PAID} 10) limit 1)"),
        ),
        (
            "what a bank confirmed is what was asked: seller, order, amount and currency",
            format!("update fpx_message set raw = replace(raw, 'MYR', 'SGD') where order_no = {FPX} 1)"),
        ),
        (
            "what a bank confirmed is what was asked: seller, order, amount and currency",
            format!("update fpx_message set raw = replace(raw, 'fpx_debitAuthCode=00', 'fpx_debitAuthCode=51') where order_no = {FPX} 2)"),
        ),
        (
            "what was believed was signed by the key of FPX that it was believed by",
            format!("update fpx_message set raw = replace(raw, 'fpx_makerName=', 'fpx_makerName=X') where order_no = {FPX} 3)"),
        ),
        (
            "a notification has the time of its fact",
            "update notification set notified_at = notified_at + interval '1 minute'
             where notification_id = (select min(notification_id) from notification)"
                .to_owned(),
        ),
        (
            "a version of a payment is decided once",
            format!(
                "insert into fact (subject, place, kind, data, about, actor_id, actor_name, happened_at, hash)
                 select subject, 9, 'PaymentRejected', data, about, actor_id, actor_name, now(), hash from fact
                 where subject = {OF} {PAID} 11) and kind = 'PaymentAccepted'"
            ),
        ),
        (
            "who decided holds the scope for it",
            format!(
                "update fact set actor_id = (select person_id from person where email = 'glb@utility.example')
                 where subject = {OF} {PAID} 12) and kind = 'PaymentAccepted'"
            ),
        ),
        (
            "the bills that a payment holds are of its bulk account, and of the account that they were",
            format!("update bill set bulk_id = null where invoice_no = {item} {PAID} 13) limit 1)"),
        ),
        (
            "a finding is about a bill of its bulk account, and of the bill's account",
            r#"insert into finding (bulk_id, invoice_no, rule, account_no, bill_batch_id, invoice_date, state, evidence, at_stake,
                                    found_at)
               select 'x', invoice_no, 'zeroUse', account_no, bill_batch_id, invoice_date, 'open', '{"rule": "zeroUse"}', 0, now()
               from bill order by invoice_no limit 1"#
                .to_owned(),
        ),
        (
            "a finding's state is known, and a dismissed one says who dismissed it, when and why",
            "alter table finding drop constraint a_dismissed_finding_has_a_reason;
             update finding set state = 'dismissed'"
                .to_owned(),
        ),
        (
            "a batch that waited was released by its last event, which names the same officer",
            format!("update batch_review set state = 'released', released_at = now(), released_by = {OFFICER}, reason = 'x'"),
        ),
        (PART, "update payment_item set bulk_id = 'x' where ctid in (select ctid from payment_item order by invoice_no desc limit 1)".to_owned()),
        (PART, "update payment_reference set bulk_id = 'x' where ctid in (select ctid from payment_reference limit 1)".to_owned()),
        (PART, "update receipt set bulk_id = 'x' where ctid in (select ctid from receipt limit 1)".to_owned()),
        (PART, "update account_credit set bulk_id = 'x' where ctid in (select ctid from account_credit limit 1)".to_owned()),
        (PART, "update fpx_request set tenant = 'x' where ctid in (select ctid from fpx_request limit 1)".to_owned()),
        (
            PART,
            "with asked as (
                 insert into statement (statement_id, bulk_id, account_no, is_own, months, first_day, last_day, language,
                                        requested_by, requested_at, expires_at)
                 select gen_random_uuid(), a.bulk_id, a.account_no, true, 1, date '2026-01-01', date '2026-01-31', 'en',
                        p.person_id, now(), now()
                 from electricity_account a join person p using (bulk_id) limit 1 returning statement_id)
             insert into statement_recipient (bulk_id, statement_id, email) select 'x', statement_id, 'a@b.example' from asked"
                .to_owned(),
        ),
        (
            "who paid is of the payment's bulk account",
            format!(
                "update fact set actor_id = (select person_id from person where email = 'new@baru.example')
                 where subject = {OF} {PAID} 14) and kind = 'PaymentSubmitted'"
            ),
        ),
        (
            "a payment stands where its last event left it",
            format!("update payment set version = version + 1 where payment_id = {PAID} 15)"),
        ),
        (
            "a live session is its person's, who may come in, and began after the last end of all",
            "insert into session (session_id, person_id, started_at, last_active_at)
             select gen_random_uuid(), person_id, now(), now() from person where email = 'pending@baru.example'"
                .to_owned(),
        ),
        (
            "a registration stands where its last step left it, and each step begins where the one before ended",
            format!("update registration set status = {rejected} where status = {pending}"),
        ),
        (
            "a registration stands where its last step left it, and each step begins where the one before ended",
            format!("update fact set data = jsonb_set(data, '{{after}}', '{with_errors}') where kind = 'RegistrationRejected'"),
        ),
        (
            "a registration that was approved with errors has some that are not put right yet",
            "update tagging set forgotten_at = now() where error_type is not null".to_owned(),
        ),
        (
            "a bulk account is the company's that registered it",
            format!("update registration set registration_no = 'ANOTHER-1' where status = {processing}"),
        ),
        (
            "a company has one bulk account and one live application, except those stored before companies were compared",
            "insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
             values ('3000000071', 'One Berhad', '199901000001 (300001-X)', 2, now()),
                    ('3000000072', 'One Berhad', '300001-X', 2, now())"
                .to_owned(),
        ),
        (
            "each fact is as it was recorded, and follows the one before it",
            "update fact set about = 'Another Berhad' where kind = 'RegistrationInfoRequested'".to_owned(),
        ),
        (
            "what is kept of bills is what the bills come to",
            "update bill_total set amount = amount + 0.01 where ctid in (select ctid from bill_total limit 1)".to_owned(),
        ),
        (
            "the accounts with unpaid bills that are kept are those that have some",
            "insert into billed_account_change
             select bulk_id, bill_batch_id, 'an account', 1, 0 from bill_total where standing = 'payable' limit 1"
                .to_owned(),
        ),
        (
            "the electricity accounts that are kept by state are those that are there",
            "update account_total set accounts = accounts + 1 where ctid in (select ctid from account_total limit 1)".to_owned(),
        ),
        (
            "the payments that are kept by state are those that are there",
            "insert into payment_total (status, payments, amount) values (4, 1, 0)".to_owned(),
        ),
        ("each paid payment, and no other, has a receipt over what came", format!("delete from receipt where payment_id = {PAID} 16)")),
        (
            "what one officer accepted was confirmed by another, and waits where it was not decided",
            format!(
                "update payment set proposed_at = now(), proposed_by = {OFFICER}
                 where payment_id = (select payment_id from payment where payment_awaits_approval(status) limit 1)"
            ),
        ),
        (
            "the second officer neither appointed the first nor was appointed by them",
            format!(
                "insert into fact (subject, place, kind, data, about, actor_id, actor_name, happened_at, hash)
                 select 'person:' || person_id, 1000, 'StaffAdded',
                        jsonb_build_object('userId', person_id, 'proposedBy', person_id), email, person_id, name, now(), '1'
                 from person where person_id = {OFFICER}"
            ),
        ),
        (
            "late money is dealt with by one decision, over all of it: its bills are paid, an account is credited, or it was refunded",
            format!("insert into fpx_alert (at, order_no, reason, value, settled_at) select now(), {FPX} 1), 'lateApproval', '1', now()"),
        ),
        (
            "no line of a bank statement stands for two payments that were accepted",
            format!(
                "insert into bank_statement (statement_id, bank_id, file_name, sha256, uploaded_by, uploaded_at, heading, guessed, lines)
                 values ({STATEMENT}, 'MBB0228', 'november.csv', '1', {OFFICER}, now(), '{{}}', '{{}}', 1);
                 insert into bank_statement_row (statement_id, line, cells) values ({STATEMENT}, 2, '[]');
                 insert into bank_statement_line (statement_id, line, day, reference, description, amount, reference_key, ordinal)
                 values ({STATEMENT}, 2, '2026-11-20', 'EFT1', '', 0.07, 'EFT1', 1);
                 insert into bank_money_awaited (payment_id, version, number_key, amount, day)
                 values ({PAID} 5), 1, 'EFT1', 0.07, '2026-11-20'), ({PAID} 6), 1, 'EFT1', 0.07, '2026-11-20')"
            ),
        ),
        (
            "the shares of a line of a bank statement add up to its amount at most",
            format!(
                "insert into bank_line_used (bank_id, day, reference_key, amount, ordinal, payment_id, version, decision,
                                             statement_id, line, decided_by, decided_at, share)
                 select bank_id, '2026-11-20'::date, 'EFT1', 0.07, 1, payment_id, 1, 'accept', {STATEMENT}, 2, {OFFICER}, now(), 0.07
                 from (values ('MBB0228', {PAID} 5)), ('ABB0232', {PAID} 6))) used (bank_id, payment_id)"
            ),
        ),
        (
            "no transfer is credited twice, by lines of bank statements that may be the same booking",
            format!(
                "insert into bank_statement (statement_id, bank_id, file_name, sha256, uploaded_by, uploaded_at, heading, guessed, lines)
                 values ({AGAIN}, 'ABB0232', 'november.ofx', '2', {OFFICER}, now(), '{{}}', '{{}}', 1);
                 insert into bank_statement_row (statement_id, line, cells) values ({AGAIN}, 2, '[]');
                 insert into bank_statement_line (statement_id, line, day, reference, description, amount, reference_key, ordinal, source)
                 values ({AGAIN}, 2, '2026-11-21', 'F1', 'EFT1', 0.07, '', 1, 'OFX');
                 insert into bank_line_used (bank_id, day, reference_key, amount, ordinal, payment_id, version, decision,
                                             statement_id, line, decided_by, decided_at, share)
                 select 'ABB0232', '2026-11-21'::date, '', 0.07, 1, {PAID} 7), 1, 'accept', {AGAIN}, 2, {OFFICER}, now(), 0.07"
            ),
        ),
        (
            "what a credited payment takes of lines, and counted before they came, is what its last submission brought",
            format!(
                "insert into bank_line_used (bank_id, day, reference_key, amount, ordinal, payment_id, version, decision,
                                             statement_id, line, decided_by, decided_at, share)
                 values ('MBB0228', '2026-11-19', 'EFT1', 0.07, 1, {PAID} 8), 1, 'accept', {STATEMENT}, 2, {OFFICER}, now(), 0.07)"
            ),
        ),
        (
            "a line is used only for a payment that was accepted or reconciled by it",
            "update bank_line_used set version = 99 where bank_id = 'MBB0228' and reference_key = 'EFT1'".to_owned(),
        ),
        (
            "a query is about bills of its bulk account, and its messages and files are of that bulk account, too",
            QUERY.to_owned(),
        ),
        (
            "a query stands where its last event left it, and nothing follows its end",
            "insert into fact (subject, place, kind, data, about, bulk_id, actor_name, happened_at, hash)
             select 'query:' || query_id, 1, 'QueryAnswered', '{}', invoice_no, bulk_id, 'Staff', now(), f.hash
             from bill_query, (select hash from fact limit 1) f where case_no = 'C-1'"
                .to_owned(),
        ),
        (
            "a bill is on hold for a query exactly while the query is open",
            "create or replace view bill_on_hold as
             select bulk_id, bill_batch_id, invoice_no, 'query' as cause from bill where false"
                .to_owned(),
        ),
        (
            "a finding that the utility was asked about stands where its query does",
            "update finding set query_id = (select query_id from bill_query where case_no = 'C-0')".to_owned(),
        ),
        (
            "an event of a webhook follows from a fact of the same bulk account, at the place of that fact",
            WEBHOOK_EVENT.to_owned(),
        ),
        (
            "a delivered event has an attempt that its receiver accepted",
            "update webhook_event set state = 'delivered'".to_owned(),
        ),
        ("a policy that replaced another one was confirmed by a second person", POLICY.to_owned()),
        (
            "a payment that the policy of its time covers was released from a proposal",
            // The policy above is in force since before the demo's payments; now it covers all bulk accounts.
            "insert into approval_policy (bulk_id, version, policy, state, proposed_by, proposed_at, decided_at)
             select bulk_id, 9, '{\"layers\": [{\"from\": \"0.00\"}]}', 'replaced', (array_agg(requested_by))[1], '2020-01-01', '2020-01-03'
             from payment where requested_by is not null group by bulk_id"
                .to_owned(),
        ),
        (
            "an approved proposal has every step of its policy, by people who may act, each once and never the proposer",
            PROPOSALS.to_owned(),
        ),
        (
            "a released proposal has its payment, with exactly its bills and amounts",
            "insert into proposal_item (proposal_id, bulk_id, invoice_no, account_no, amount, is_held, live)
             select 'A0000000000001', '3999999999', invoice_no, account_no, 0.01, false, false from bill
             where invoice_no not in (select invoice_no from payment_item join proposal using (payment_id)) order by invoice_no limit 1"
                .to_owned(),
        ),
        (
            "the bills and decisions of a proposal are of its bulk account, and its total is theirs",
            "insert into proposal_item (proposal_id, bulk_id, invoice_no, account_no, amount, is_held, live)
             select 'A0000000000002', '3999999999', invoice_no, account_no, 0.01, false, false from bill order by invoice_no limit 1"
                .to_owned(),
        ),
        (
            "a proposal stands where its last event left it, and nothing follows its end",
            "insert into fact (subject, place, kind, data, about, bulk_id, actor_name, happened_at, hash)
             select 'proposal:' || proposal_id, place, kind, '{}', proposal_id, bulk_id, 'Approvals', now(), f.hash
             from proposal, (values (1, 'ProposalLapsed'), (2, 'ProposalVoided')) v (place, kind), (select hash from fact limit 1) f
             where proposal_id = 'A0000000000002'"
                .to_owned(),
        ),
        (
            "the shares of a coding add up to the whole",
            "insert into account_coding (bulk_id, account_no, from_day)
             select bulk_id, account_no, '2026-01-01' from electricity_account order by account_no limit 1"
                .to_owned(),
        ),
        (
            "an account has at most one coding on a day",
            "insert into account_coding (bulk_id, account_no, from_day, until_day)
             select bulk_id, account_no, day, '2031-01-01'
             from (select * from electricity_account order by account_no limit 1) a, (values (date '2030-01-01'), ('2031-01-01')) v (day)"
                .to_owned(),
        ),
        (
            "the coding of an account is of its bulk account",
            "insert into account_coding (bulk_id, account_no, from_day)
             select b.bulk_id, a.account_no, '2028-01-01'
             from (select * from electricity_account order by account_no limit 1) a join bulk_account b on b.bulk_id <> a.bulk_id
             order by b.bulk_id limit 1"
                .to_owned(),
        ),
        (
            "the sums of an accounting run are those of its documents",
            RUN.to_owned(),
        ),
        (
            "an exported bill or payment is marked by one document of a run, until another reverses it",
            "update accounting_document set is_current = false".to_owned(),
        ),
        (
            "the lines of an accounting document add up to zero, and its debits and credits are those of its lines",
            r#"update accounting_document set document = jsonb_set(document, '{lines,0,amount}', '"1.01"')"#.to_owned(),
        ),
        (
            "an exported bill or payment was of the bulk account of its run",
            "update accounting_document d set source_no = p.transaction_no from payment p
             where p.transaction_no = (select min(transaction_no) from payment where bulk_id <> d.bulk_id)"
                .to_owned(),
        ),
        (
            "a live payment of a group has the bills and amounts of its place in the plan, except those that it left out",
            GROUP.to_owned(),
        ),
        (
            "a payment group's plan adds up to its total and its bills",
            "update payment_group set amount = amount + 0.01".to_owned(),
        ),
        (
            "no bill is in two live payments of a payment group",
            "insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
             select o.bulk_id, o.payment_id, i.invoice_no, i.account_no, i.amount, false
             from payment p join payment_item i using (payment_id)
             join payment o on o.group_no = p.group_no and o.group_place = 2
             where p.group_place = 1
               and not exists (select from payment_item x where x.payment_id = o.payment_id and x.invoice_no = i.invoice_no)
             limit 1"
                .to_owned(),
        ),
        (
            "the deadline of a request about personal data is that of its kind, and is extended once at most",
            "update data_request set due_on = due_on + 1".to_owned(),
        ),
        (
            "a request about personal data stands where its last event left it, and nothing follows its end",
            "update data_request set state = 'withdrawn', ended_by = recorded_by, ended_at = now() where ended_at is null".to_owned(),
        ),
        (
            "a breach has all its versions, each with its event",
            "delete from breach_version where version = 2".to_owned(),
        ),
        (
            "the deadlines of a breach follow from what is known of it",
            "update breach_version set commissioner_due = commissioner_due + interval '1 hour'".to_owned(),
        ),
        (
            "each decision about late money has its fact, and each such fact its decision",
            format!(
                "insert into late_decision (alert_id, payment_id, way, amount, reference, decided_by, decided_at)
                 select a.alert_id, r.payment_id, 'refund', 0.01, 'R1', {OFFICER}, now()
                 from fpx_alert a join fpx_request r using (order_no)
                 where a.reason = 'lateApproval' and a.value = '1'"
            ),
        ),
        (
            "each decision about late money has its fact, and each such fact its decision",
            format!(
                "insert into fact (subject, place, kind, data, about, actor_id, actor_name, happened_at, hash)
                 select subject, 1000, 'LateRefunded', data, about, actor_id, actor_name, now(), hash from fact
                 where subject = {OF} {PAID} 12) and kind = 'PaymentAccepted'"
            ),
        ),
    ] {
        let part = parts.get(invariant).copied();
        let before = broken_of(&portal, invariant, part).await;
        portal.damage(&statements).await;
        let after = broken_of(&portal, invariant, part).await;
        assert!(after > before, "{invariant}: {before} broken before and {after} after {statements}");
    }
    // Every invariant was damaged, so each check found at least one violation.
    let untouched: Vec<_> = broken(&portal).await.into_iter().filter(|(_, broken)| *broken == 0).collect();
    assert!(untouched.is_empty(), "{untouched:?}");
    // While the tagging job runs or will be retried, the application may still change status.
    let job = "graphile_worker._private_jobs";
    portal
        .damage(&format!(
            "delete from {job};
             insert into {job} (task_id, key, locked_at)
             select distinct 1, 'tag ' || bulk_id, now() from registration where bulk_id is not null"
        ))
        .await;
    let with_errors = "a registration that was approved with errors has some that are not put right yet";
    for (statements, is_broken) in [
        (format!("update {job} set attempts = max_attempts"), false),
        (format!("update {job} set locked_at = null, attempts = 1"), false),
        (format!("update {job} set attempts = max_attempts"), true),
    ] {
        portal.damage(&statements).await;
        let broken = broken_of(&portal, with_errors, parts.get(with_errors).copied()).await;
        assert_eq!(broken > 0, is_broken, "{statements}");
    }
}

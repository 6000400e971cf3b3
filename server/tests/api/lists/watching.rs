//! A portal with many customers whose database reports query plans, and the plans that a list may not use.

use std::collections::BTreeSet;

use gridbill_core::endpoint::{Endpoint, path_names};
use serde_json::{Value, json};

use crate::support::given::SINAR;
use crate::support::plans::{self, Plans, PlansGuard, nodes};
use crate::support::{Actor, Portal, sql};

/// Tables that grow with the number of customers.
const LARGE: &[&str] = &[
    "bill",
    "bill_query",
    "query_bill",
    "finding",
    "payment",
    "payment_item",
    "payment_reference",
    "proposal",
    "electricity_account",
    "account_master",
    "settlement",
    "settlement_part",
];
/// Rows of one page, and one row more to know if a next page exists.
const PAGE: f64 = 101.0;

/// Inserts sixty companies and SINAR, each with 1,000 accounts, two bills and a payment for each account, and accounts
/// without a company.
const SEED: &str = r#"
    -- Indexes of parts of texts are built at the end, which takes half of the time.
    create temporary table built_later as
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and indexdef like '% USING gin %'
      and tablename in ('account_master', 'electricity_account', 'bill', 'payment', 'payment_item', 'payment_reference');
    do $$ declare name text;
    begin for name in select indexname from built_later loop execute format('drop index %I', name); end loop; end $$;
    insert into bulk_account (bulk_id, company_name, registration_no, business_type, created_at)
    select '3001' || lpad(n::text, 6, '0'), 'Company ' || n, 'R' || n, 2, '2026-01-01' from generate_series(1, 60) n;
    create temporary table seeded as
    select '21' || lpad(n::text, 10, '0') as account_no,
           case when n <= 1000 then '3000000001' else '3001' || lpad((1 + n % 60)::text, 6, '0') end as bulk_id, n
    from generate_series(1, 61000) n;
    insert into account_master
    select '22' || lpad((100000 + n)::text, 10, '0'), 'other', 'Company of nobody ' || n % 1000, 'Lot ' || n, 'Klang', '41000', 'Selangor',
           'Commercial', 'Low Voltage General', true from generate_series(1, 50000) n;
    insert into account_master
    select account_no, bulk_id, 'Company ' || bulk_id, 'Lot ' || n, 'Shah Alam', '40000', 'Selangor', 'Commercial',
           'Low Voltage General', true from seeded;
    insert into account_group (group_id, bulk_id, name, created_at)
    select gen_random_uuid(), '3000000001', 'Group ' || n, '2026-01-01' from generate_series(1, 30) n;
    insert into electricity_account (account_no, bulk_id, reference_id, tagged_at)
    select account_no, bulk_id, 'REF-' || n, '2026-01-01' from seeded;
    update electricity_account a set group_id = g.group_id from account_group g
    where a.bulk_id = g.bulk_id and g.name = 'Group ' || (1 + right(a.account_no, 3)::int % 40);
    insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date, invoice_date,
                      due_date, bill_type, reading_type, tariff, current_charge, outstanding_amount, tax_amount,
                      total_amount_payable, status)
    select '4' || p || lpad(n::text, 10, '0'), '5' || p || substr(bulk_id, 3) || '00', account_no, bulk_id,
           '28' || p || substr(bulk_id, 6, 5) || lpad((n % 20)::text, 2, '0'), '2026-10-01', '2026-10-02',
           date '2026-10-15' + n % 60, 'normal', 'actual', 'Low Voltage General', 100, n % 3, 0, 100 + n % 3,
           case when p = 1 and n % 5 = 0 then 4 else 1 end
    from seeded, generate_series(0, 1) p;
    insert into finding (bulk_id, invoice_no, rule, account_no, bill_batch_id, invoice_date, state, evidence, at_stake, found_at)
    select bulk_id, '40' || lpad(n::text, 10, '0'), case n % 3 when 0 then 'gap' when 1 then 'zeroUse' else 'priceMismatch' end,
           account_no, '280' || substr(bulk_id, 6, 5) || lpad((n % 20)::text, 2, '0'), '2026-10-02',
           case n % 4 when 0 then 'withdrawn' else 'open' end, jsonb_build_object('rule', 'zeroUse'), n % 90,
           timestamptz '2026-10-03' + n * interval '1 minute'
    from seeded;
    insert into batch_review (bill_batch_id, extraction_date, state, checked_at, bills, flagged_bills, released_at)
    select bill_batch_id, max(extraction_date), 'released', now(), 1000, min(right(bill_batch_id, 2))::bigint, now()
    from bill group by bill_batch_id;
    insert into person (person_id, email, name, role, bulk_id, is_staff, activated_at, created_at)
    select gen_random_uuid(), 'viewer' || n || '@company.example', 'Viewer ' || n, 'viewer', '3001' || lpad((1 + n % 60)::text, 6, '0'),
           false, '2026-01-01', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 3000) n;
    create temporary table requester as select person_id, row_number() over () as r from person where name like 'Viewer %';
    insert into payment (payment_id, transaction_no, bulk_id, method, status, amount, invoices, accounts, requested_by,
                         requested_at)
    select gen_random_uuid(), 'P' || lpad(n::text, 13, '0'), bulk_id, 'EFT_GIRO', case when n % 200 = 0 then 2 else 4 end,
           100 + n % 900, 1, 1, requester.person_id,
           timestamptz '2026-06-01' + n * interval '1 minute'
    from seeded join requester on r = 1 + n % 3000;
    insert into payment_item (bulk_id, payment_id, invoice_no, account_no, amount, live)
    select bulk_id, payment_id, '41' || right(transaction_no, 10), '21' || right(transaction_no, 10), amount, true from payment;
    insert into payment_reference (bulk_id, payment_id, version, place, number, amount, method)
    select bulk_id, payment_id, 1, 0, 'EFT' || right(transaction_no, 8), amount, 'EFT_GIRO' from payment;
    insert into bill_query (query_id, bulk_id, invoice_no, account_no, kind, state, opened_by, opened_at, amount, answer_due,
                            answered_at, ended_at)
    select gen_random_uuid(), bulk_id, '40' || right(account_no, 10), account_no, 'amount', case when n % 100 = 0 then 'open' else 'closed' end,
           person_id, timestamptz '2026-06-01' + n * interval '1 minute', 100, case when n % 100 = 0 then date '2026-12-01' + n % 60 end,
           null, case when n % 100 <> 0 then timestamptz '2026-11-01' end
    from seeded join requester on r = 1 + n % 3000;
    -- Each query is about a second bill, too.
    insert into query_bill (query_id, bulk_id, invoice_no, account_no, amount, place, is_open)
    select query_id, bulk_id, '41' || substr(invoice_no, 3), account_no, 100, 2, query_is_open(state) from bill_query;
    insert into settlement (settlement_no, account_no, bulk_id, invoice_no, method, paid_on, amount, reference)
    select 'S' || n, account_no, bulk_id, '40' || right(account_no, 10), case n % 3 when 0 then 'jompay' else 'counter' end,
           date '2026-06-01' + n % 90, 100, '' from seeded;
    insert into settlement_part (settlement_no, place, bulk_id, account_no, invoice_no, paid_on, amount, state)
    select settlement_no, 1, bulk_id, account_no, invoice_no, paid_on, amount,
           case when right(account_no, 2) = '00' then 'unmatched' else 'applied' end from settlement;
    insert into approval_policy (bulk_id, version, policy, state, proposed_by, proposed_at, decided_at)
    select bulk_id, 1, '{}', 'inForce', (select person_id from requester limit 1), '2026-01-01', '2026-01-01' from bulk_account;
    insert into proposal (proposal_id, bulk_id, state, step, steps, policy_version, amount, bills, largest_bill, earliest_due,
                          hash, proposed_by, proposed_at, lapses_at, step_since, ended_at)
    select 'A' || lpad(n::text, 13, '0'), bulk_id, case when n % 100 = 0 then 'proposed' else 'lapsed' end, 1,
           '[{"mode": "any", "userIds": []}]', 1, 100 + n % 900, 1, 100, date '2026-06-01' + n % 90, sha256('bills'), person_id,
           timestamptz '2026-06-01' + n * interval '1 minute', timestamptz '2026-12-31', timestamptz '2026-06-01',
           case when n % 100 <> 0 then timestamptz '2026-11-01' end
    from seeded join requester on r = 1 + n % 3000;
    do $$ declare definition text;
    begin for definition in select indexdef from built_later loop execute definition; end loop; end $$;
    analyze;
"#;

/// Returns a portal with many customers whose database reports query plans.
pub async fn observed() -> (Portal, Plans, PlansGuard) {
    let portal = Portal::with_people().await;
    sql::run_script(&mut portal.superuser().await, SEED).await;
    let (plans, observing) = plans::of(&portal).await;
    (portal, plans, observing)
}

pub struct Watch<'a> {
    pub plans: &'a Plans,
    pub actor: &'a Actor,
    pub is_customer: bool,
    pub wrong: Vec<String>,
    pub lists: usize,
    pub calls: BTreeSet<&'static str>,
}

impl Watch<'_> {
    /// Requests the first and the next page, and checks their plans.
    pub async fn list<E: Endpoint>(&mut self, request: Value, has_index: bool) {
        let mut request = request;
        let entry = E::ENTRY;
        self.calls.insert(entry.name);
        let tenant = ["id", "bulkId"]
            .into_iter()
            .find(|name| path_names(entry.path()).chain(entry.query_names()).any(|one| one == *name));
        if let Some(name) =
            tenant.or((entry.name == "GetBulkChildAccountError").then_some("collectiveContractAccountNo"))
        {
            request[name] = json!(SINAR);
        }
        for _ in 0..2 {
            let page = self.actor.call_raw::<E>(request.clone()).await;
            let page = page.unwrap_or_else(|refused| panic!("{} {request}: {refused:?}", E::ENTRY.name));
            self.lists += 1;
            for plan in self.plans.taken() {
                self.look(&format!("{} {request}", E::ENTRY.name), &plan, has_index);
            }
            if page["next"].is_null() {
                return;
            }
            request["cursor"] = page["next"].clone();
        }
    }

    fn look(&mut self, asked: &str, plan: &Value, has_index: bool) {
        let mut all = Vec::new();
        nodes(&plan["Plan"], &mut all);
        let query = plan["Query Text"].as_str().unwrap_or_default();
        for node in all {
            let (kind, table) = (node["Node Type"].as_str().unwrap_or_default(), node["Relation Name"].as_str());
            let number = |name: &str| node[name].as_f64().unwrap_or_default();
            let removed = number("Rows Removed by Filter") + number("Rows Removed by Index Recheck");
            let rows = (number("Actual Rows") + removed) * number("Actual Loops");
            // SINAR has 1,000 accounts, with two bills, a query about both and a payment for each.
            let own = if matches!(table, Some("bill" | "query_bill")) { 2_010.0 } else { 1_010.0 };
            // A reference number does not name its company, so a part of a number is searched in all.
            let is_reference = table == Some("payment_reference");
            if self.is_customer && !is_reference && table.is_some_and(|table| LARGE.contains(&table)) && rows > own {
                let index = &node["Index Name"];
                self.wrong.push(format!("{asked}\n  reads {rows} rows of {table:?} by {index}, others': {query}"));
            }
            // Counting without a filter reads all rows.
            let is_count_of_all = query.contains("(select p.* from payment p), ");
            // The staff's list of queries counts and searches those of all customers.
            let is_queue = !self.is_customer && matches!(table, Some("bill_query" | "query_bill"));
            if kind == "Seq Scan" && !is_count_of_all && !is_queue && table.is_some_and(|table| LARGE.contains(&table))
            {
                self.wrong.push(format!("{asked}\n  reads all of {table:?}: {query}"));
            }
            if kind == "Sort"
                && has_index
                && number("Actual Rows") * number("Actual Loops") > PAGE
                && query.starts_with("with matching")
            {
                self.wrong.push(format!("{asked}\n  sorts {rows} rows: {query}"));
            }
        }
    }
}

//! Random sequences of paying, accepting, matching, repeated uploads, confirming, declining and paying differences. No
//! transfer is credited twice, although officers accept any transfer they find, without checking other payments.

use std::collections::BTreeMap;

use futures::StreamExt as _;
use gridbill_core::Code;
use gridbill_core::bank_statements::{BankLine, Fit};
use gridbill_core::number::InvoiceNo;
use gridbill_core::payments::staff::{
    DecisionRequest, PaymentAccept, PaymentReject, ReconciliationRequest, RejectRequest, RequestReconciliation,
};
use gridbill_core::payments::{MakePayment, MakeReconciliationPaymentInsufficient, PaymentMade};
use rand::RngExt as _;
use rand_chacha::ChaCha20Rng;
use serde_json::json;

use super::{every_invariant_holds, random};
use crate::bank_statements::{BANK, COLUMNS, HEADING, OTHER, PCCR, decide, lines, send_as, set_columns, transfer};
use crate::support::given::{self, Person, SINAR};
use crate::support::raw::{RawClient, bearer};
use crate::support::{Actor, Portal, RefusedCall, either, money, sql};

/// Number of sequences that share bills and one check of all invariants.
const BATCH: usize = 25;
const DEPUTY: &str = "deputy@utility.example";

struct World {
    portal: Portal,
    payer: Actor,
    officers: [Actor; 2],
    token: String,
}

impl World {
    async fn new() -> Self {
        // RM 100.00 needs two officers, RM 60.00 one.
        let portal = Portal::with_people_and(&["--second-officer-above", "90.00"]).await;
        let deputy =
            Person { email: DEPUTY, name: "Irfan", role: "pccrAdmin", bulk_id: None, pays: false, keeps: false };
        given::person(portal.pool(), deputy).await;
        let officers = [portal.sign_in_staff(PCCR).await, portal.sign_in_staff(DEPUTY).await];
        let payer = portal.sign_in("payer@sinar.example").await;
        let token = bearer(&RawClient::to(portal.address).sign_in(PCCR).await.0);
        Self { portal, payer, officers, token }
    }

    async fn upload(&self, bank: &str, file: &str) -> String {
        let answer = send_as(&self.portal, &self.token, bank, file.as_bytes()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let data = &answer.json()["Data"];
        let statement_id = data["statementId"].as_str().expect("an id").to_owned();
        if data["needsColumns"] == json!(true) {
            set_columns(&self.officers[0], &statement_id, COLUMNS).await.expect("the columns");
        }
        statement_id
    }
}

/// A sequence whose transfers, payments and statements have numbers of their own.
struct Sequence<'a> {
    world: &'a World,
    random: ChaCha20Rng,
    number: usize,
    bills: Vec<InvoiceNo>,
    payments: Vec<PaymentMade>,
    /// Transfers that the bank received, by number and amount.
    transfers: Vec<(String, &'static str)>,
    statements: Vec<String>,
}

/// Whether a refusal is expected: another payment has the money, another officer was first, or the machine was too slow to answer. The
/// database shows what became of a call without an answer.
fn is_expected(refused: &RefusedCall) -> bool {
    let expected = [
        Code::BankLineNeeded,
        Code::BankLineUsed,
        Code::PaymentMoved,
        Code::PaymentAnswered,
        Code::SecondOfficerNeeded,
        Code::ReconcileAmountAsBefore,
        Code::OutcomeUnknown,
    ];
    expected.contains(&refused.code()) || refused.fields().iter().any(|(_, code)| expected.contains(code))
}

impl Sequence<'_> {
    fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.random.random_range(0..of.len())].clone())
    }

    fn officer(&mut self) -> Actor {
        self.world.officers[self.random.random_range(0..2)].clone()
    }

    /// Returns one of two numbers, so that many payments quote the same. They are too different for fuzzy matching.
    fn quoted(&mut self) -> String {
        let name = ["KUALA", "MELAKA"][self.random.random_range(0..2)];
        format!("{}{name}", self.prefix())
    }

    /// Returns the prefix of all numbers of this sequence. Each digit is written as a letter three times, so that two
    /// sequences differ in at least three characters and fuzzy matching never links them.
    fn prefix(&self) -> String {
        format!("{:04}", self.number).bytes().flat_map(|digit| [char::from(digit - b'0' + b'A'); 3]).collect()
    }

    async fn run(mut self) {
        for _ in 0..14 {
            self.step().await;
        }
        self.holds().await;
        self.end().await;
    }

    async fn step(&mut self) {
        match self.random.random_range(0..16) {
            0..=3 => self.pay().await,
            4 | 5 => self.transfer(),
            6 | 7 => self.upload().await,
            8..=10 => self.decide().await,
            11..=13 => self.accept().await,
            14 => self.reconcile().await,
            _ => self.decline().await,
        }
    }

    async fn pay(&mut self) {
        let Some(bill) = self.pick(&self.bills.clone()) else { return };
        let number = self.quoted();
        // A bill in a payment is refused. A bill of a declined payment is submitted again.
        if let Ok(made) = self.world.payer.call::<MakePayment>(transfer(&bill, &number)).await {
            self.payments.push(made);
        }
    }

    /// The customer's bank sends the full amount of a bill or too little.
    fn transfer(&mut self) {
        let number = self.quoted();
        let amount = if self.random.random_range(0..3) == 0 { "60.00" } else { "100.00" };
        self.transfers.push((number, amount));
    }

    /// Uploads all transfers so far. Sometimes an additional line makes it another file, and sometimes the bank is
    /// wrong.
    async fn upload(&mut self) {
        let mut file = format!("{HEADING}\n");
        for (number, amount) in &self.transfers {
            file.push_str(&format!("2026-11-21,{number},{amount}\n"));
        }
        file.push_str(&format!("2026-11-21,OTHER{}X{},1.00\n", self.number, self.random.random_range(0..4)));
        let bank = if self.random.random_range(0..5) == 0 { OTHER } else { BANK };
        let answer = send_as(&self.world.portal, &self.world.token, bank, file.as_bytes()).await;
        if answer.status == 200 {
            self.statements.push(self.world.upload(bank, &file).await);
        } else {
            assert_eq!(answer.json()["Error"]["code"], json!("bankFileOfOther"), "{}", answer.text());
        }
    }

    /// Both officers decide at the same time, each by their own view. Sometimes one decides exact matches only.
    async fn decide(&mut self) {
        let Some(statement_id) = self.pick(&self.statements.clone()) else { return };
        let officers = self.world.officers.clone();
        let mut found: Vec<BankLine> = lines(&officers[0], &statement_id).await;
        if self.random.random_range(0..2) == 0 {
            found.retain(|line| line.fit == Some(Fit::Exact));
        }
        let (one, other) =
            tokio::join!(decide(&officers[0], &statement_id, &found), decide(&officers[1], &statement_id, &found));
        for answer in [one, other] {
            if let Err(refused) = answer {
                assert!([Code::BankLineChanged, Code::OutcomeUnknown].contains(&refused.code()), "{refused:?}");
            }
        }
    }

    /// Accepts on the payment's page, for a transfer that the officer saw at the bank.
    async fn accept(&mut self) {
        let Some(made) = self.pick(&self.payments.clone()) else { return };
        if self.has_transfer(&made, "100.00").await {
            let request = DecisionRequest {
                e_bulk_payment_id: made.e_bulk_payment_id.clone(),
                version: None,
                awaits_second_officer: None,
            };
            if let Err(refused) = self.officer().call::<PaymentAccept>(request).await {
                assert!(is_expected(&refused), "{refused:?}");
            }
        }
    }

    /// Too little arrived, and the customer sends the rest.
    async fn reconcile(&mut self) {
        let Some(made) = self.pick(&self.payments.clone()) else { return };
        if !self.has_transfer(&made, "60.00").await {
            return;
        }
        let request = ReconciliationRequest {
            e_bulk_payment_id: made.e_bulk_payment_id.clone(),
            reconcile_amount: money("40.00"),
            reconcile_type: 1,
            version: None,
        };
        match self.officer().call::<RequestReconciliation>(request).await {
            Ok(_) => {
                let letter = char::from(b'A' + u8::try_from(self.transfers.len()).expect("few"));
                let number = format!("{}{}", self.prefix(), letter.to_string().repeat(6));
                let rest = json!({
                    "transactionNo": made.transaction_no, "bankId": given::BANK, "paymentMode": "EFT_GIRO",
                    "bulkChequeEFTNumber": number,
                });
                let paid = self.world.payer.call_raw::<MakeReconciliationPaymentInsufficient>(rest).await;
                if let Err(refused) = paid {
                    assert_eq!(refused.code(), Code::OutcomeUnknown, "{refused:?}");
                }
                self.transfers.push((number, "40.00"));
            }
            Err(refused) => assert!(is_expected(&refused), "{refused:?}"),
        }
    }

    async fn decline(&mut self) {
        let Some(made) = self.pick(&self.payments.clone()) else { return };
        let request = RejectRequest { e_bulk_payment_id: made.e_bulk_payment_id, remark: None, version: None };
        if let Err(refused) = self.officer().call::<PaymentReject>(request).await {
            assert!(is_expected(&refused), "{refused:?}");
        }
    }

    /// Whether the bank has received the transfer of the payment's last submission. For the first submission, the amount
    /// is `first`.
    async fn has_transfer(&self, made: &PaymentMade, first: &str) -> bool {
        let query = "
            select r.version, r.number, r.amount::text from payment_reference r join payment p using (payment_id)
            where p.transaction_no = $1 order by r.version desc limit 1";
        let (version, last_number, last_amount) =
            sql::row::<(i32, String, String)>(self.world.portal.pool(), query, &[&made.transaction_no.as_str()]).await;
        let amount = if version == 1 { first } else { last_amount.as_str() };
        self.transfers.iter().any(|(number, sent)| *number == last_number && *sent == amount)
    }

    /// Checks that each transfer is counted for at most one payment.
    async fn holds(&self) {
        let query = "
            select r.number, case when r.version = 1 and p.reconcile_type = 1 then p.amount - p.reconcile_amount
                                  else r.amount end::text
            from payment_reference r join payment p using (payment_id)
            where r.number like $1 and payment_is_live(p.status)
              and (not payment_awaits_approval(p.status) or (r.version = 1 and p.reconcile_type = 1))";
        let pattern = format!("{}%", self.prefix());
        let counted = sql::rows::<(String, String)>(self.world.portal.pool(), query, &[&pattern]).await;
        let mut left: BTreeMap<(String, String), i64> = BTreeMap::new();
        for (number, amount) in &self.transfers {
            *left.entry((number.clone(), (*amount).to_owned())).or_default() += 1;
        }
        for (number, amount) in counted {
            let money = left.entry((number.clone(), amount.clone())).or_default();
            *money -= 1;
            let transfers = &self.transfers;
            assert!(*money >= 0, "sequence {}: RM {amount} of {number} is credited twice: {transfers:?}", self.number);
        }
    }

    /// Declines pending payments, which would otherwise be compared with the lines of all later sequences.
    async fn end(&self) {
        for made in &self.payments {
            let request =
                RejectRequest { e_bulk_payment_id: made.e_bulk_payment_id.clone(), remark: None, version: None };
            while let Err(refused) = self.world.officers[0].call::<PaymentReject>(request.clone()).await {
                if refused.code() != Code::OutcomeUnknown {
                    assert_eq!(refused.code(), Code::PaymentMoved, "{refused:?}");
                    break;
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn storm_of_officers_credits_each_transfer_once() {
    let all: usize = either(30, 10_000);
    let world = World::new().await;
    for bank in [BANK, OTHER] {
        // The columns of both banks are known before the sequences begin.
        world.upload(bank, &format!("{HEADING}\n2026-11-01,FIRST{bank},1.00\n")).await;
    }
    let mut credited = 0;
    for batch in 0..all.div_ceil(BATCH) {
        let numbers = batch * BATCH..all.min((batch + 1) * BATCH);
        let bills =
            given::bills(world.portal.pool(), SINAR, i32::try_from(numbers.len() * 3).expect("few"), "100.00").await;
        let sequences = numbers.enumerate().map(|(place, number)| Sequence {
            world: &world,
            random: random(&format!("bank lines {number}")),
            number,
            bills: bills[place * 3..place * 3 + 3].to_vec(),
            payments: Vec::new(),
            transfers: Vec::new(),
            statements: Vec::new(),
        });
        // An officer may have at most four simultaneous reads.
        futures::stream::iter(sequences).for_each_concurrent(3, Sequence::run).await;
        // The check reads the whole database, so run it rarely.
        if batch % 40 == 39 || (batch + 1) * BATCH >= all {
            every_invariant_holds(&world.portal).await;
        }
        let query = "select count(*) from payment where payment_is_being_posted(status) or payment_is_paid(status)";
        let paid = sql::value::<i64>(world.portal.pool(), query, &[]).await;
        credited = paid;
    }
    let most = i64::try_from(all).expect("few");
    assert!(credited * 10 > most, "only {credited} payments were accepted in {all} sequences");
}

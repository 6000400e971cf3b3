//! Allocates settlements to bills, and finds the bills whose balances newer bills contain. The result depends only on the
//! settlements, the bills, the portal's payments and what officers gave back, not on the order of delivery
//! (docs/domain/settlements.md#allocation).

#![expect(missing_docs, reason = "the fields are columns of the feed and of the tables")]

use std::collections::BTreeMap;

use super::{Balances, PartState, Rules, SettlementMethod, UnnamedSettlements};
use crate::bills::remainder;
use crate::number::{BulkId, InvoiceNo, TransactionNo};
use crate::{Day, Money};

/// A settlement as the billing system delivered it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivered {
    pub settlement_no: String,
    pub invoice_no: Option<InvoiceNo>,
    pub method: SettlementMethod,
    pub paid_on: Day,
    pub amount: Money,
    pub reversal_of: Option<String>,
    pub reference: String,
    /// What officers have refunded or credited of it, because the portal's payment had paid its bill.
    pub given_back: Money,
    /// The day of that decision.
    pub given_back_on: Option<Day>,
}

/// The portal's payment that holds a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldBy {
    pub transaction_no: TransactionNo,
    /// The day of its receipt. None while it is in progress.
    pub paid_on: Option<Day>,
    /// The day on which officers refunded or credited it, because a newer bill contains the bill.
    pub given_back_on: Option<Day>,
}

/// A bill that settlements may pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettleableBill {
    pub invoice_no: InvoiceNo,
    /// The bulk account that has the bill.
    pub bulk_id: Option<BulkId>,
    pub invoice_date: Day,
    /// The day on which the utility took its balance.
    pub extraction_date: Day,
    pub due_date: Option<Day>,
    pub total: Money,
    /// What the total contains of the account's earlier bills ([`carried_amount`]): zero for most bills, negative for a credit.
    pub carries: Money,
    /// Whether the bill counts: not if its e-invoice was cancelled, because its replacement does.
    pub is_counted: bool,
    pub payment: Option<HeldBy>,
}

/// The use of a part of a settlement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub settlement_no: String,
    pub invoice_no: Option<InvoiceNo>,
    pub amount: Money,
    pub state: PartState,
}

/// What settlements have paid of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settled {
    pub amount: Money,
    /// The day on which the last settlement was paid.
    pub last: Option<Day>,
}

/// A balance that a newer bill contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The newer bill.
    pub to: InvoiceNo,
    pub amount: Money,
}

/// The use of all settlements, what each bill without a payment of the portal got, and the bills that newer bills contain.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Allocation {
    pub parts: Vec<Part>,
    pub bills: BTreeMap<InvoiceNo, Settled>,
    pub carried: BTreeMap<InvoiceNo, Carried>,
    /// What the totals of newer bills contain of earlier bills and payments that the portal knows.
    pub contained: BTreeMap<InvoiceNo, Money>,
    /// The portal's payments that came after a newer bill had contained their bill, and that no newer bill has taken off.
    pub late: BTreeMap<InvoiceNo, Money>,
}

/// Money of a settlement that is not used yet.
#[derive(Clone)]
struct Open<'a> {
    row: &'a Delivered,
    left: Money,
    /// The day on which the utility took this money back, or officers gave it back; until then it was in the balance. None for money
    /// that the utility kept.
    back_on: Option<Day>,
    /// Whether it has paid what it could of the bill that it names.
    has_paid_its_bill: bool,
    /// The bill of a portal's payment that it met, and its use unless a newer bill contains it.
    met: Option<(InvoiceNo, PartState)>,
}

impl Open<'_> {
    /// Whether the utility says that the money came by the portal, so that no payment outside it is meant.
    fn is_booking(&self) -> bool {
        self.row.method == SettlementMethod::Portal
    }

    /// Whether the utility had this money before a day. Without a day: whether it has it now.
    fn is_there(&self, before: Option<Day>) -> bool {
        let is_kept = match before {
            Some(day) => self.row.paid_on < day && self.back_on.is_none_or(|back_on| back_on >= day),
            None => self.back_on.is_none(),
        };
        is_kept && self.left.is_positive()
    }
}

/// What money that the utility took back later was used for until then.
#[derive(Clone)]
struct TakenBack {
    back_on: Day,
    invoice_no: InvoiceNo,
    amount: Money,
    /// `Applied` paid the bill, `Carried` was in the balance that the bill contains.
    state: PartState,
}

/// A portal's payment of a bill that a newer one contains, because the payment came after the extraction.
#[derive(Clone)]
struct LatePayment {
    invoice_no: InvoiceNo,
    paid_on: Day,
    given_back_on: Option<Day>,
    amount: Money,
}

/// Allocates the settlements of an account, or of one bill and those that the same payment of the portal holds, if none of the
/// account's settlements is without an invoice number and no bill contains a balance.
///
/// A bill that contains a balance divides time: payments before its extraction pay what was open then, later ones pay
/// the bill itself, also if they name an earlier bill that it contains.
#[must_use]
pub fn allocate(bills: &[SettleableBill], rows: &[Delivered], rules: Rules) -> Allocation {
    let mut result = Allocation::default();
    for bill in bills.iter().filter(|bill| bill.payment.is_none()) {
        result.bills.insert(bill.invoice_no.clone(), Settled::default());
    }
    let mut by_age: Vec<&SettleableBill> = bills.iter().collect();
    by_age.sort_by_key(|bill| (bill.extraction_date, bill.invoice_date, &bill.invoice_no));
    let by_number = bills.iter().map(|bill| (&bill.invoice_no, bill)).collect();
    let mut by_payment: BTreeMap<&str, Vec<&SettleableBill>> = BTreeMap::new();
    for bill in &by_age {
        if let Some(payment) = &bill.payment {
            by_payment.entry(payment.transaction_no.as_str()).or_default().push(bill);
        }
    }
    let open = without_reversed(rows, &mut result.parts);
    let books = Books { result, ..Books::default() };
    let mut run = Run { rules, open, by_age, by_number, by_payment, books };
    if rules.balances == Balances::Carry {
        for place in 0..run.by_age.len() {
            run.carry(place);
        }
    }
    run.books.take_back(None);
    run.spend(None, run.by_age.len(), true);
    run.leave();
    let late = run.books.late.iter().filter(|one| one.given_back_on.is_none());
    run.books.result.late = late.map(|one| (one.invoice_no.clone(), one.amount)).collect();
    run.books.result
}

/// Returns what a bill's total contains of earlier bills: its outstanding amount, or zero if the parts do not make the total.
#[must_use]
pub fn carried_amount(current_charge: Money, outstanding: Money, total: Money) -> Money {
    let is_contained = remainder(current_charge, outstanding, total).is_ok_and(|rest| rest.adjustment == Money::ZERO);
    if is_contained { outstanding } else { Money::ZERO }
}

/// Returns the money of settlements in order of payment. What reversals took back is there until their day. Adds the parts that
/// were taken back or given back, and reversals that wait: their settlement has not arrived, or is a reversal, which cannot be taken
/// back, or has nothing left to take back.
fn without_reversed<'a>(rows: &'a [Delivered], parts: &mut Vec<Part>) -> Vec<Open<'a>> {
    let mut reversals: BTreeMap<&str, Vec<&Delivered>> = BTreeMap::new();
    for row in rows {
        if let Some(number) = row.reversal_of.as_deref() {
            reversals.entry(number).or_default().push(row);
        }
    }
    let mut add = |row: &Delivered, amount: Money, state| {
        if amount.is_positive() {
            let (settlement_no, invoice_no) = (row.settlement_no.clone(), row.invoice_no.clone());
            parts.push(Part { settlement_no, invoice_no, amount, state });
        }
    };
    let mut open = Vec::new();
    for row in rows.iter().filter(|row| row.reversal_of.is_none()) {
        let given_back = row.given_back.min(row.amount);
        let mut left = row.amount.minus(given_back).unwrap_or_default();
        let mut of_row = reversals.remove(row.settlement_no.as_str()).unwrap_or_default();
        of_row.sort_by_key(|reversal| (reversal.paid_on, &reversal.settlement_no));
        let mut taken = Money::ZERO;
        for reversal in of_row {
            let back = reversal.amount.min(left);
            (left, taken) = (left.minus(back).unwrap_or_default(), taken.plus(back).unwrap_or(taken));
            add(reversal, reversal.amount.minus(back).unwrap_or_default(), PartState::Waits);
            let back_on = Some(reversal.paid_on);
            open.push(Open { row, left: back, back_on, has_paid_its_bill: false, met: None });
        }
        add(row, taken, PartState::Reversed);
        add(row, given_back, PartState::PaidTwice);
        if row.given_back_on.is_some() {
            let back_on = row.given_back_on;
            open.push(Open { row, left: given_back, back_on, has_paid_its_bill: false, met: None });
        }
        open.push(Open { row, left, back_on: None, has_paid_its_bill: false, met: None });
    }
    for reversal in reversals.into_values().flatten() {
        add(reversal, reversal.amount, PartState::Waits);
    }
    open.retain(|one| one.left.is_positive());
    open.sort_by_key(|one| (one.row.paid_on, &one.row.settlement_no, one.back_on));
    open
}

/// What was allocated so far.
#[derive(Clone, Default)]
struct Books {
    result: Allocation,
    /// What the utility has booked of the portal's payments, by number.
    booked: BTreeMap<TransactionNo, Money>,
    taken_back: Vec<TakenBack>,
    /// What the utility took back of the payments of bills that newer bills contain, and is in no balance yet.
    reopened: BTreeMap<InvoiceNo, Money>,
    late: Vec<LatePayment>,
}

/// An allocation in progress.
struct Run<'a> {
    rules: Rules,
    /// Money in order of payment.
    open: Vec<Open<'a>>,
    /// The bills in the order of their extraction.
    by_age: Vec<&'a SettleableBill>,
    by_number: BTreeMap<&'a InvoiceNo, &'a SettleableBill>,
    /// The bills that a payment of the portal holds, by its number.
    by_payment: BTreeMap<&'a str, Vec<&'a SettleableBill>>,
    books: Books,
}

impl<'a> Run<'a> {
    /// Finds what the bill at a place contains of the bills before it. What was paid on the day of extraction may be in the balance
    /// or not, as may money that the utility took back later: the balance that fits decides. If none fits, the bill divides no time,
    /// and nothing is spent yet.
    fn carry(&mut self, place: usize) {
        let carrier = self.by_age[place];
        if carrier.carries == Money::ZERO || !carrier.is_counted {
            return;
        }
        let (open, books) = (self.open.clone(), self.books.clone());
        let has_taken_back = self.open.iter().any(|one| one.back_on.is_some());
        for had_taken_back in [true, false].into_iter().filter(|had| *had || has_taken_back) {
            for before in [carrier.extraction_date, carrier.extraction_date.plus_days(1)] {
                self.books.take_back(Some(before));
                self.spend(Some(before), place, had_taken_back);
                if self.carry_balance(carrier, place, before, had_taken_back) {
                    return;
                }
            }
            (self.open, self.books) = (open.clone(), books.clone());
        }
    }

    /// Carries all open balances, with money that has paid no bill; or all without that money; or the newest, which may contain
    /// the others. Only an exact amount is carried. Returns whether one was.
    fn carry_balance(&mut self, carrier: &SettleableBill, place: usize, before: Day, had_taken_back: bool) -> bool {
        let late: Vec<LatePayment> = {
            let is_there =
                |one: &&LatePayment| one.paid_on < before && one.given_back_on.is_none_or(|day| day >= before);
            self.books.late.iter().filter(is_there).cloned().collect()
        };
        let is_unused = |one: &Open<'_>, with_met: bool| {
            one.is_there(Some(before)) && (had_taken_back || one.back_on.is_none()) && (with_met || one.met.is_none())
        };
        for netted in [&late[..], &[]] {
            let balances = self.balances(carrier, place, before, netted);
            let all = Money::sum(balances.iter().map(|one| one.amount)).unwrap_or_default();
            for with_met in [true, false] {
                let unused = self.open.iter().filter(|one| is_unused(one, with_met));
                let unused = Money::sum(unused.map(|one| one.left)).unwrap_or_default();
                let is_contained = unused.is_positive() && all.minus(unused).is_ok_and(|rest| rest == carrier.carries);
                let own = self.open.iter_mut().filter(|one| is_unused(one, with_met));
                if is_contained && let Some(balances) = self.books.carry_unused(carrier, own, balances.clone()) {
                    self.books.carry(carrier, &balances, before, netted);
                    return true;
                }
            }
            let newest =
                balances.iter().rfind(|one| one.amount != Money::ZERO).filter(|one| one.amount == carrier.carries);
            let own = if all == carrier.carries { Some(&balances[..]) } else { newest.map(std::slice::from_ref) };
            if let Some(balances) = own.filter(|own| !own.is_empty()) {
                self.books.carry(carrier, balances, before, netted);
                self.books.result.contained.insert(carrier.invoice_no.clone(), carrier.carries);
                return true;
            }
            if netted.is_empty() {
                break;
            }
        }
        false
    }

    /// Returns what is open of the bills before the carrier. The portal's late payments of bills that they contain are `netted`.
    fn balances(
        &self,
        carrier: &SettleableBill,
        place: usize,
        before: Day,
        netted: &[LatePayment],
    ) -> Vec<Balance<'a>> {
        let books = &self.books;
        let mut more: BTreeMap<&InvoiceNo, Money> = BTreeMap::new();
        for (invoice_no, amount) in &books.reopened {
            let sum = more.entry(books.owed_with(invoice_no)).or_default();
            *sum = sum.plus(*amount).unwrap_or(*sum);
        }
        for payment in netted {
            let sum = more.entry(books.owed_with(&payment.invoice_no)).or_default();
            *sum = sum.minus(payment.amount).unwrap_or(*sum);
        }
        let earlier = self.by_age[..place].iter().filter(|bill| bill.is_counted && bill.bulk_id == carrier.bulk_id);
        earlier
            .filter(|bill| !books.result.carried.contains_key(&bill.invoice_no))
            .map(|bill| {
                let more = more.get(&bill.invoice_no).copied().unwrap_or_default();
                Balance { bill, amount: books.balance(bill, before).plus(more).unwrap_or_default(), more }
            })
            .filter(|one| one.amount != Money::ZERO || one.more != Money::ZERO)
            .collect()
    }

    /// Uses what the utility had before a day, or everything that it has: settlements that name a bill first, then the others for
    /// the first `known` bills, the bill that is due first before the others.
    fn spend(&mut self, before: Option<Day>, known: usize, had_taken_back: bool) {
        let is_due = |one: &Open<'_>| one.is_there(before) && (had_taken_back || one.back_on.is_none());
        let is_named = |one: &Open<'_>| one.row.invoice_no.is_some() && !one.has_paid_its_bill;
        for settlement in self.open.iter_mut().filter(|one| is_due(one) && is_named(one)) {
            self.books.pay_named(settlement, &self.by_number, &self.by_payment);
        }
        let mut oldest: Vec<&SettleableBill> = self.by_age[..known]
            .iter()
            .filter(|bill| bill.payment.is_none() && !self.books.result.carried.contains_key(&bill.invoice_no))
            .copied()
            .collect();
        // A bill whose e-invoice was cancelled is owed after its replacement.
        oldest.sort_by_key(|bill| (!bill.is_counted, bill.due_date.unwrap_or(bill.invoice_date), &bill.invoice_no));
        for settlement in self.open.iter_mut().filter(|one| is_due(one) && one.row.invoice_no.is_none()) {
            if let Some(paid) = self.by_payment.get(settlement.row.reference.trim()) {
                self.books.confirm(settlement, &paid[0].invoice_no, paid);
            } else if self.rules.unnamed == UnnamedSettlements::OldestBill && !settlement.is_booking() {
                for bill in &oldest {
                    self.books.pay(settlement, bill);
                }
            }
        }
    }

    /// Leaves the rests of settlements unmatched, or with the payment of the portal that they met.
    fn leave(&mut self) {
        for settlement in self.open.iter_mut().filter(|one| one.is_there(None)) {
            let unmatched = || settlement.row.invoice_no.clone().map(|number| (number, PartState::Unmatched));
            let (invoice_no, state) = settlement.met.clone().or_else(unmatched).unzip();
            self.books.add(settlement, invoice_no.as_ref(), settlement.left, state.unwrap_or(PartState::Unmatched));
        }
    }
}

/// What is open of a bill before a newer one.
#[derive(Clone)]
struct Balance<'a> {
    bill: &'a SettleableBill,
    amount: Money,
    /// How much of the amount is of bills that it contains: what was taken back of their payments, less their late payments.
    more: Money,
}

impl Books {
    /// Carries money that has paid no bill to a bill. What the utility took back later pays the balances until then, and is taken off
    /// what the bill contains. Returns the balances, or `None` if only credits are left of them.
    fn carry_unused<'a, 'o: 'a>(
        &mut self,
        carrier: &SettleableBill,
        unused: impl Iterator<Item = &'a mut Open<'o>>,
        mut balances: Vec<Balance<'o>>,
    ) -> Option<Vec<Balance<'o>>> {
        let (kept, taken_back): (Vec<_>, Vec<_>) = unused.partition(|one| one.back_on.is_none());
        let most = Money::sum(balances.iter().map(|one| one.amount).filter(|amount| amount.is_positive())).ok()?;
        let is_more = Money::sum(taken_back.iter().map(|one| one.left)).ok()? > most;
        if is_more && (!kept.is_empty() || balances.iter().any(|one| !one.amount.is_positive())) {
            return None;
        }
        let (to, mut contained) = (&carrier.invoice_no, carrier.carries);
        for one in kept {
            self.add(one, Some(to), one.left, PartState::Carried);
        }
        for one in taken_back {
            for balance in balances.iter_mut().filter(|balance| balance.amount.is_positive()) {
                let amount = balance.amount.min(one.left);
                balance.amount = balance.amount.minus(amount).unwrap_or_default();
                if let Some(settled) = self.result.bills.get_mut(&balance.bill.invoice_no) {
                    settled.amount = settled.amount.plus(amount).unwrap_or(settled.amount);
                }
                self.add(one, Some(&balance.bill.invoice_no), amount, PartState::Applied);
            }
            contained = contained.plus(one.left).unwrap_or(contained);
            self.add(one, Some(to), one.left, PartState::Carried);
        }
        // The portal's late payment came on top of what was taken back later.
        balances.retain(|one| one.amount != Money::ZERO || (one.bill.payment.is_some() && !is_more));
        self.result.contained.insert(to.clone(), contained);
        Some(balances)
    }

    /// Carries balances to a bill. The portal's late payments in `netted` are in them.
    fn carry(&mut self, carrier: &SettleableBill, balances: &[Balance<'_>], before: Day, netted: &[LatePayment]) {
        for Balance { bill, amount, .. } in balances {
            let number = &bill.invoice_no;
            let reopened: Vec<InvoiceNo> =
                self.reopened.keys().filter(|of| self.owed_with(of) == number).cloned().collect();
            self.reopened.retain(|of, _| !reopened.contains(of));
            for one in netted.iter().filter(|one| self.owed_with(&one.invoice_no) == number).collect::<Vec<_>>() {
                self.late.retain(|late| late.invoice_no != one.invoice_no);
                if let Some(back_on) = one.given_back_on {
                    let (invoice_no, amount) = (one.invoice_no.clone(), one.amount);
                    self.taken_back.push(TakenBack { back_on, invoice_no, amount, state: PartState::Carried });
                }
            }
            let moved = Carried { to: carrier.invoice_no.clone(), amount: *amount };
            self.result.carried.insert(number.clone(), moved);
            if let Some(HeldBy { paid_on: Some(paid_on), given_back_on, .. }) = bill.payment
                && paid_on >= before
            {
                let invoice_no = number.clone();
                self.late.push(LatePayment { invoice_no, paid_on, given_back_on, amount: bill.total });
            }
        }
    }

    /// Takes back what the utility took back before a day, or all: its bill is open again, or, if a newer bill contains that, the
    /// next balance has it.
    fn take_back(&mut self, before: Option<Day>) {
        let is_back = |one: &TakenBack| before.is_none_or(|day| one.back_on < day);
        for TakenBack { invoice_no, amount, state, .. } in self.taken_back.extract_if(.., |one| is_back(one)) {
            if state == PartState::Applied
                && let Some(settled) = self.result.bills.get_mut(&invoice_no)
            {
                settled.amount = settled.amount.minus(amount).unwrap_or_default();
            }
            if state == PartState::Carried || self.result.carried.contains_key(&invoice_no) {
                let sum = self.reopened.entry(invoice_no).or_default();
                *sum = sum.plus(amount).unwrap_or(*sum);
            }
        }
    }

    /// Pays the bill that a settlement names, or the newer bill that contains it. The utility may book a payment of the portal for a
    /// bill that the paid one contains, or for the newer bill that contains it.
    fn pay_named(
        &mut self,
        settlement: &mut Open<'_>,
        bills: &BTreeMap<&InvoiceNo, &SettleableBill>,
        by_payment: &BTreeMap<&str, Vec<&SettleableBill>>,
    ) {
        settlement.has_paid_its_bill = true;
        let named = settlement.row.invoice_no.as_ref();
        let Some(bill) = named.and_then(|number| bills.get(number)) else {
            return self.add(settlement, named, settlement.left, PartState::Waits);
        };
        let owed = self.owed_with(&bill.invoice_no).clone();
        let paid = by_payment.get(settlement.row.reference.trim()).map_or(&[][..], Vec::as_slice);
        let booked =
            paid.iter().filter(|held| held.invoice_no == bill.invoice_no || *self.owed_with(&held.invoice_no) == owed);
        if let Some(booked) = booked.max_by_key(|held| held.invoice_no == bill.invoice_no) {
            return self.confirm(settlement, &booked.invoice_no, paid);
        }
        let Some(bill) = bills.get(&owed) else { return };
        match &bill.payment {
            Some(HeldBy { paid_on: Some(_), transaction_no, .. }) if settlement.is_booking() => {
                self.confirm(settlement, &bill.invoice_no, &by_payment[transaction_no.as_str()]);
            }
            Some(payment) => {
                let state = if payment.paid_on.is_some() { PartState::PaidTwice } else { PartState::Waits };
                settlement.met = Some((bill.invoice_no.clone(), state));
            }
            None => self.pay(settlement, bill),
        }
    }

    /// Confirms a payment of the portal, up to what it `paid`. More is another booking of it, which staff must look at.
    fn confirm(&mut self, settlement: &mut Open<'_>, invoice_no: &InvoiceNo, paid: &[&SettleableBill]) {
        let Some(payment) = paid.first().and_then(|bill| bill.payment.as_ref()) else { return };
        let total = Money::sum(paid.iter().map(|bill| bill.total)).unwrap_or_default();
        let booked = self.booked.get(&payment.transaction_no).copied().unwrap_or_default();
        let amount = total.minus(booked).unwrap_or_default().min(settlement.left);
        if settlement.back_on.is_none() {
            self.booked.insert(payment.transaction_no.clone(), booked.plus(amount).unwrap_or(booked));
        }
        self.add(settlement, Some(invoice_no), amount, PartState::Confirms);
    }

    /// Returns the bill whose total contains this bill, or the bill itself.
    fn owed_with<'a>(&'a self, mut invoice_no: &'a InvoiceNo) -> &'a InvoiceNo {
        while let Some(carried) = self.result.carried.get(invoice_no) {
            invoice_no = &carried.to;
        }
        invoice_no
    }

    /// Returns what was open of a bill before a day. The portal's payment counts from the day of its receipt.
    fn balance(&self, bill: &SettleableBill, before: Day) -> Money {
        let is_paid = bill.payment.as_ref().and_then(|payment| payment.paid_on).is_some_and(|day| day < before);
        let settled = self.result.bills.get(&bill.invoice_no).copied().unwrap_or_default();
        if is_paid { Money::ZERO } else { bill.total.minus(settled.amount).unwrap_or_default() }
    }

    /// Pays a bill with what is left of a settlement, up to the rest of the bill.
    fn pay(&mut self, settlement: &mut Open<'_>, bill: &SettleableBill) {
        let settled = self.result.bills.get(&bill.invoice_no).copied().unwrap_or_default();
        let rest = bill.total.minus(settled.amount).unwrap_or_default();
        let amount = rest.min(settlement.left);
        if !amount.is_positive() {
            return;
        }
        let paid_on = settlement.row.paid_on;
        let last = match settlement.back_on {
            None => Some(settled.last.map_or(paid_on, |last| last.max(paid_on))),
            Some(_) => settled.last,
        };
        let amount_now = settled.amount.plus(amount).unwrap_or(settled.amount);
        self.result.bills.insert(bill.invoice_no.clone(), Settled { amount: amount_now, last });
        self.add(settlement, Some(&bill.invoice_no), amount, PartState::Applied);
    }

    /// Uses money. What the utility took back later has its part already, and is used until its day only.
    fn add(&mut self, settlement: &mut Open<'_>, invoice_no: Option<&InvoiceNo>, amount: Money, state: PartState) {
        if !amount.is_positive() {
            return;
        }
        settlement.left = settlement.left.minus(amount).unwrap_or_default();
        let Some(back_on) = settlement.back_on else {
            let settlement_no = settlement.row.settlement_no.clone();
            self.result.parts.push(Part { settlement_no, invoice_no: invoice_no.cloned(), amount, state });
            return;
        };
        if let (Some(invoice_no), PartState::Applied | PartState::Carried) = (invoice_no, state) {
            self.taken_back.push(TakenBack { back_on, invoice_no: invoice_no.clone(), amount, state });
        }
    }
}

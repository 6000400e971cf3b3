//! Splits a selection that is over a method's limit into several payments (docs/domain/payments.md#several-payments).

use super::PaymentMethod;
use crate::number::{BulkId, InvoiceNo};
use crate::number_list::NumberList;
use crate::{Code, Money};

wire! {
    /// A request for the payments that each method would make of these bills.
    pub struct PlanPaymentsRequest {
        pub id: BulkId,
        #[serde(with = "NumberList::<InvoiceNo>")]
        pub invoice_nos: Vec<InvoiceNo>,
    }

    /// The payments that each method would make of a selection.
    pub struct PaymentPlans {
        pub plans: Vec<PaymentPlan>,
    }

    /// A bill of a selection.
    #[derive(Eq)]
    pub struct PlannedBill {
        pub invoice_no: InvoiceNo,
        pub amount: Money,
    }

    /// The payments that one method makes of a selection.
    #[derive(Eq)]
    pub struct PaymentPlan {
        pub payment_method: PaymentMethod,
        /// The payments, in the order in which they are made.
        pub payments: Vec<PlannedPayment>,
        /// The bills that the method cannot pay.
        pub unplanned: Vec<UnplannedBill>,
    }

    /// One payment of a plan.
    #[derive(Eq)]
    pub struct PlannedPayment {
        /// Its bills, by number.
        pub invoice_nos: Vec<InvoiceNo>,
        pub total_amount: Money,
        /// The fewest transfers or cheques that add up to the total. Empty for FPX.
        pub transfers: Vec<Money>,
    }

    /// A bill that a method cannot pay.
    #[derive(Eq)]
    pub struct UnplannedBill {
        pub invoice_no: InvoiceNo,
        pub amount: Money,
        pub reason: Code,
        /// The limit that the bill does not fit.
        pub limit: Money,
        /// The methods that can pay this bill alone.
        pub methods: Vec<PaymentMethod>,
    }
}

/// The limits of one payment, in sen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanLimits {
    least: i64,
    most: i64,
    /// The maximum of a single transfer or cheque; none for FPX, which has no transfers.
    transfer: Option<i64>,
}

/// The largest total that the portal stores, in sen.
const MOST_STORED: i64 = 9_999_999_999_999_999;

impl PlanLimits {
    /// Returns the limits of a method, whose payments have at most this many reference numbers.
    #[must_use]
    pub fn of(method: PaymentMethod, most_references: usize) -> Self {
        let (least, most) = method.limits();
        let one = most.map_or(MOST_STORED, Money::sen);
        let (most, transfer) = match method {
            PaymentMethod::Fpx => (one, None),
            // The limit of GIRO holds for each transfer, and a payment has several.
            PaymentMethod::EftGiro => {
                let transfers = i64::try_from(most_references.max(1)).unwrap_or(i64::MAX);
                (one.saturating_mul(transfers).min(MOST_STORED), Some(one))
            }
            PaymentMethod::EftRentas | PaymentMethod::Cheque => (one, Some(one)),
        };
        Self { least: least.sen(), most, transfer }
    }

    /// Returns why one bill alone cannot be paid, with the limit.
    fn refusal(&self, amount: i64) -> Option<(Code, i64)> {
        if amount < self.least {
            return Some((Code::AmountBelowMethod, self.least));
        }
        (amount > self.most).then_some((Code::AmountAboveMethod, self.most))
    }

    /// Returns the minimum of one payment if a total is below it.
    #[must_use]
    pub fn missed_by(&self, total: Money) -> Option<Money> {
        (total.sen() < self.least).then(|| Money::from_sen(self.least))
    }

    /// Returns the maximum of one payment if a total is above it.
    #[must_use]
    pub fn exceeded_by(&self, total: Money) -> Option<Money> {
        (total.sen() > self.most).then(|| Money::from_sen(self.most))
    }

    /// Returns the fewest transfers that add up to a total. All but the last have the maximum of a transfer.
    #[must_use]
    pub fn transfers(&self, total: Money) -> Vec<Money> {
        let Some(most) = self.transfer else { return Vec::new() };
        let (full, rest) = (total.sen() / most, total.sen() % most);
        let full = (0..full).map(|_| most);
        full.chain((rest > 0).then_some(rest)).map(Money::from_sen).collect()
    }
}

/// Plans the payments of a selection by every method.
#[must_use]
pub fn plan_payments(selection: &[PlannedBill], most_references: usize) -> Vec<PaymentPlan> {
    PaymentMethod::ALL.iter().map(|method| split(selection, *method, most_references)).collect()
}

/// Splits a selection into payments within the method's limits. Each bill is in exactly one payment, or unplanned.
///
/// Bills are packed whole, the largest first, each into the first payment that has room; bills of the same amount by
/// number. So the order of the selection does not matter.
#[must_use]
pub fn split(selection: &[PlannedBill], method: PaymentMethod, most_references: usize) -> PaymentPlan {
    let limits = PlanLimits::of(method, most_references);
    let mut bills: Vec<&PlannedBill> = selection.iter().collect();
    bills.sort_unstable_by(|one, other| {
        other.amount.cmp(&one.amount).then_with(|| one.invoice_no.cmp(&other.invoice_no))
    });
    let (fitting, mut unplanned): (Vec<_>, Vec<_>) =
        bills.into_iter().partition(|bill| bill.amount.is_positive() && bill.amount.sen() <= limits.most);
    let mut payments = pack(&fitting, limits.most);
    if let Some(small) = payments.iter().position(|payment| payment.total < limits.least)
        && !raise(&mut payments, small, &limits)
    {
        unplanned.extend(payments.remove(small).bills);
    }
    unplanned.sort_unstable_by(|one, other| one.invoice_no.cmp(&other.invoice_no));
    PaymentPlan {
        payment_method: method,
        payments: payments.into_iter().map(|payment| payment.planned(&limits)).collect(),
        unplanned: unplanned.into_iter().map(|bill| describe_unplanned(bill, &limits, most_references)).collect(),
    }
}

/// A payment while bills are added to it.
#[derive(Default)]
struct OpenPayment<'a> {
    /// The largest first.
    bills: Vec<&'a PlannedBill>,
    total: i64,
}

impl OpenPayment<'_> {
    fn planned(self, limits: &PlanLimits) -> PlannedPayment {
        let total_amount = Money::from_sen(self.total);
        let mut invoice_nos: Vec<_> = self.bills.into_iter().map(|bill| bill.invoice_no.clone()).collect();
        invoice_nos.sort_unstable();
        PlannedPayment { invoice_nos, total_amount, transfers: limits.transfers(total_amount) }
    }
}

/// Packs bills, ordered from the largest, each into the first payment with room for it.
fn pack<'a>(bills: &[&'a PlannedBill], most: i64) -> Vec<OpenPayment<'a>> {
    let mut rooms = Rooms::new(bills.len(), most);
    let mut payments: Vec<OpenPayment<'a>> = Vec::new();
    for bill in bills {
        let amount = bill.amount.sen();
        let place = rooms.take_first(amount);
        if place >= payments.len() {
            payments.push(OpenPayment::default());
        }
        payments[place].bills.push(bill);
        payments[place].total += amount;
    }
    payments
}

/// The room that is left in each payment, as a tree whose nodes hold the largest room below them. It finds the first
/// payment with enough room in logarithmic time: the plain search takes seconds for 20,000 large bills.
struct Rooms {
    leaves: usize,
    nodes: Vec<i64>,
}

impl Rooms {
    fn new(payments: usize, most: i64) -> Self {
        let leaves = payments.max(1).next_power_of_two();
        Self { leaves, nodes: vec![most; leaves * 2] }
    }

    /// Takes room from the first payment that has enough, and returns its index. An amount is at most the room of an
    /// empty payment, and there are as many payments as bills, so one is always found.
    fn take_first(&mut self, amount: i64) -> usize {
        let mut node = 1;
        while node < self.leaves {
            node = if self.nodes[node * 2] >= amount { node * 2 } else { node * 2 + 1 };
        }
        let place = node - self.leaves;
        self.nodes[node] -= amount;
        while node > 1 {
            node /= 2;
            self.nodes[node] = self.nodes[node * 2].max(self.nodes[node * 2 + 1]);
        }
        place
    }
}

/// Raises a payment below the minimum by the smallest bill that another payment can spare. Returns false if there is
/// none. At most one payment is below the minimum, because two would have been packed into one.
fn raise(payments: &mut [OpenPayment<'_>], small: usize, limits: &PlanLimits) -> bool {
    let total = payments[small].total;
    let spare = payments.iter().enumerate().filter(|(place, _)| *place != small).flat_map(|(place, payment)| {
        payment.bills.iter().enumerate().filter_map(move |(index, bill)| {
            let amount = bill.amount.sen();
            let fits = (limits.least..=limits.most).contains(&(total + amount));
            (fits && payment.total - amount >= limits.least).then_some((bill.amount, &bill.invoice_no, place, index))
        })
    });
    let Some((amount, _, place, index)) = spare.min() else { return false };
    let bill = payments[place].bills.remove(index);
    payments[place].total -= amount.sen();
    payments[small].bills.push(bill);
    payments[small].total += amount.sen();
    true
}

fn describe_unplanned(bill: &PlannedBill, limits: &PlanLimits, most_references: usize) -> UnplannedBill {
    let amount = bill.amount.sen();
    // A bill that fits alone is unplanned only because it would be alone in a payment below the minimum.
    let (reason, limit) = limits.refusal(amount).unwrap_or((Code::AmountBelowMethod, limits.least));
    let takes = |method: &PaymentMethod| {
        bill.amount.is_positive() && PlanLimits::of(*method, most_references).refusal(amount).is_none()
    };
    UnplannedBill {
        invoice_no: bill.invoice_no.clone(),
        amount: bill.amount,
        reason,
        limit: Money::from_sen(limit),
        methods: PaymentMethod::ALL.iter().copied().filter(takes).collect(),
    }
}

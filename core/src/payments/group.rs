//! Payments that were made from one plan (docs/domain/payments.md#payment-groups).

use super::{PaymentMethod, Status, StatusGroup};
use crate::number::{BankId, BulkId, InvoiceNo, PaymentGroupNo, TransactionNo};
use crate::number_list::NumberList;
use crate::{Code, Instant, Money};

wire! {
    /// A request for the payment groups of a bulk account, the newest first.
    pub struct PaymentGroupsRequest {
        pub id: BulkId,
        /// Only groups with a payment that is still to be made.
        #[serde(default)]
        pub unfinished_only: bool,
        /// Maximum groups to return; 100 by default, 1,000 at most.
        #[serde(default)]
        pub record_count: Option<u32>,
    }

    /// The payment groups of a bulk account.
    pub struct PaymentGroups {
        pub groups: Vec<PaymentGroupSummary>,
        /// The number of groups, also of those that are not returned.
        pub total: i64,
    }

    /// The place of a payment in a plan of several payments.
    #[serde(tag = "kind", rename_all_fields = "camelCase")]
    pub enum PaymentOfPlan {
        /// The first payment of a plan. It creates the group.
        First {
            /// All bills of the plan.
            #[serde(with = "NumberList::<InvoiceNo>")]
            invoice_nos: Vec<InvoiceNo>,
            /// The total of the plan that the user saw.
            total_amount: Money,
        },
        /// Another payment of a group, or the same one again after it failed.
        Next {
            group_no: PaymentGroupNo,
            /// The place of the payment, from 1.
            place: i32,
        },
    }

    /// Selects a payment group.
    pub struct PaymentGroupRequest {
        pub group_no: PaymentGroupNo,
    }

    /// The state of one payment of a group.
    #[derive(Copy, Eq, Hash)]
    pub enum GroupPaymentState {
        /// Paid.
        Paid,
        /// Made, and not paid yet.
        InProgress,
        /// Not made yet, or failed. It can be made.
        Open,
        /// None of its bills can be paid in the group any more.
        Closed,
    }

    /// A payment group with its figures.
    #[derive(Eq)]
    pub struct PaymentGroupSummary {
        pub group_no: PaymentGroupNo,
        pub payment_method: PaymentMethod,
        pub total_amount: Money,
        pub total_invoices: i64,
        /// The user who made the first payment.
        pub requested_by: String,
        pub made_at: Instant,
        /// The number of payments in the plan.
        pub payments: i64,
        /// The payments that are paid.
        pub paid: i64,
        /// The payments that are made and not paid yet.
        pub in_progress: i64,
        /// The payments that are still to be made.
        pub open: i64,
        /// The total of the payments that are paid.
        pub paid_amount: Money,
        /// The total of the bills of these payments that can still be paid as planned, with those on hold.
        pub open_amount: Money,
    }

    /// A payment group in full.
    pub struct PaymentGroup {
        pub summary: PaymentGroupSummary,
        /// The bank of the last payment.
        pub bank_id: Option<BankId>,
        /// The payments of the plan, by place.
        pub payments: Vec<GroupPayment>,
        /// The payment to make next; none if no payment can be made now.
        pub next: Option<NextPayment>,
    }

    /// One payment of a group.
    pub struct GroupPayment {
        /// The place in the plan, from 1.
        pub place: i32,
        /// The planned total.
        pub total_amount: Money,
        /// The planned number of bills.
        pub total_invoices: i64,
        pub state: GroupPaymentState,
        /// The minimum of the method, if its bills that can still be paid come to less.
        pub least: Option<Money>,
        /// Each time it was made, the first time first.
        pub attempts: Vec<GroupAttempt>,
        /// The bills that this payment leaves out, or would leave out now.
        pub left_out: Vec<LeftOutBill>,
    }

    /// A payment that was made for a place of a group.
    #[derive(Eq)]
    pub struct GroupAttempt {
        pub transaction_no: TransactionNo,
        pub status: Status,
        pub amount: Money,
        pub made_at: Instant,
        /// Whether its money came after it had ended, and the utility has not decided about it. Its bills might be paid twice.
        pub is_money_late: bool,
    }

    /// A bill of a plan that its payment leaves out.
    #[derive(Eq)]
    pub struct LeftOutBill {
        pub invoice_no: InvoiceNo,
        pub reason: Code,
        /// The amount in the plan.
        pub planned_amount: Money,
    }

    /// The payment of a group to make next.
    pub struct NextPayment {
        pub place: i32,
        /// The bills that can be paid as planned.
        pub invoice_nos: Vec<InvoiceNo>,
        /// Those of them that are on hold and that the user chose one by one.
        pub held_invoice_nos: Vec<InvoiceNo>,
        pub total_amount: Money,
        /// The fewest transfers that add up to the total. Empty for FPX.
        pub transfers: Vec<Money>,
    }
}

/// Returns the state of a payment of a group. `live` is the status of its live payment; `has_open_bills` says whether a
/// bill can still be paid as planned.
#[must_use]
pub const fn group_payment_state(live: Option<Status>, has_open_bills: bool) -> GroupPaymentState {
    match live {
        Some(status) => match status.group() {
            StatusGroup::Paid => GroupPaymentState::Paid,
            StatusGroup::PaymentRequired
            | StatusGroup::ActionRequired
            | StatusGroup::Processing
            | StatusGroup::Declined
            | StatusGroup::Failed => GroupPaymentState::InProgress,
        },
        None if has_open_bills => GroupPaymentState::Open,
        None => GroupPaymentState::Closed,
    }
}

/// Returns why a payment of a group leaves a bill out; none if the bill can be paid as planned. `now` is the current
/// amount of a bill that is still in the bulk account, `refusal` the reason why it cannot be selected, and `is_on_hold`
/// whether it is on hold without having been chosen alone.
#[must_use]
pub fn left_out_reason(planned: Money, now: Option<Money>, refusal: Option<Code>, is_on_hold: bool) -> Option<Code> {
    let Some(now) = now else { return Some(Code::BillLeftAccount) };
    refusal
        .or_else(|| (now != planned).then_some(Code::BillAmountChanged))
        .or_else(|| is_on_hold.then_some(Code::BillOnHold))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_of_a_group_has_the_state_of_its_live_payment() {
        use GroupPaymentState::{Closed, InProgress, Open, Paid};
        for (live, has_open_bills, state) in [
            (Some(Status::Paid), false, Paid),
            (Some(Status::PaymentInitiated), false, InProgress),
            (Some(Status::PendingApproval), true, InProgress),
            (Some(Status::InsufficientPending), false, InProgress),
            (None, true, Open),
            (None, false, Closed),
        ] {
            assert_eq!(group_payment_state(live, has_open_bills), state, "{live:?} {has_open_bills}");
        }
    }

    #[test]
    fn a_bill_is_left_out_for_the_first_reason() {
        let (planned, other) = (Money::from_sen(100), Money::from_sen(101));
        for (now, refusal, is_on_hold, reason) in [
            (Some(planned), None, false, None),
            (Some(planned), None, true, Some(Code::BillOnHold)),
            (Some(other), None, true, Some(Code::BillAmountChanged)),
            (Some(other), Some(Code::BillPaid), true, Some(Code::BillPaid)),
            (None, None, false, Some(Code::BillLeftAccount)),
        ] {
            assert_eq!(left_out_reason(planned, now, refusal, is_on_hold), reason);
        }
    }
}

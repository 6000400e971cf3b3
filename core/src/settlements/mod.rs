//! Settlements: payments of bills outside the portal, which the utility booked (docs/domain/settlements.md).

mod allocate;
#[cfg(test)]
mod tests;

pub use allocate::{Allocation, Carried, Delivered, HeldBy, Part, SettleableBill, Settled, allocate, carried_amount};

use crate::number::{AccountNo, BulkId, InvoiceNo};
use crate::{Day, Money, Page};

endpoints! {
    /// Payments of the bulk account's bills outside the portal, newest first.
    GetSettlements = Post "/portal/api/v1/Settlements/GetSettlements/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            AccountNumberLength, InvoiceNumberInvalid)
        reads(Bills, Accounts): Json (SettlementsRequest) -> Page<SettlementPart>;
    /// Settlements that pay no bill: of an unknown bill, or more than the bill's amount. Newest first.
    GetUnmatchedSettlements = Post "/portal/api/v1/Admin/UnmatchedSettlements"
        for Staff(PendingApproval, View)
        refuses(CursorInvalid)
        reads(Bills, Accounts): Json (UnmatchedSettlementsRequest) -> Page<UnmatchedSettlement>;
}

page_requests! {
    /// A request for a page of settlements.
    pub struct SettlementsRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: SettlementFilter,
    }

    /// A request for a page of settlements that pay no bill.
    pub struct UnmatchedSettlementsRequest {}
}

filters! {
    /// Narrows settlements. All conditions must hold.
    pub struct SettlementFilter {
        /// Settlements of these accounts.
        pub account_nos: Option<Vec<AccountNo>>,
        /// Settlements of these bills.
        pub invoice_nos: Option<Vec<InvoiceNo>>,
        pub method: Option<SettlementMethod>,
        /// Paid on this day or later.
        pub from: Option<Day>,
        /// Paid on this day or earlier.
        pub to: Option<Day>,
    }
}

narrowing!(SettlementMethod);

wire! {
    /// How a bill was paid outside the portal.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum SettlementMethod {
        Jompay,
        DuitNowQr,
        Counter,
        BankTransfer,
        DirectDebit,
        Cheque,
        Card,
        EWallet,
        PostOffice,
        Kiosk,
        Agent,
        /// A payment in the portal, as the utility booked it.
        Portal,
    }

    /// The use of a part of a settlement.
    #[derive(Copy, Eq)]
    #[cfg_attr(feature = "sql", derive(sqlx::Type), sqlx(type_name = "text", rename_all = "camelCase"))]
    pub enum PartState {
        /// It pays the bill.
        Applied,
        /// It is the utility's booking of the portal's payment.
        Confirms,
        /// The portal's payment has paid the bill, so the money came twice.
        PaidTwice,
        /// It waits for its bill, or for the end of the portal's payment.
        Waits,
        /// It pays no bill.
        Unmatched,
        /// The utility took it back, for example because a cheque bounced.
        Reversed,
        /// It paid no bill before the next one, whose total contains it.
        Carried,
    }

    /// A part of a settlement of the bulk account.
    pub struct SettlementPart {
        /// The utility's number.
        pub settlement_no: String,
        pub account_no: AccountNo,
        pub reference_id: Option<String>,
        /// The bill that the part pays, or that the payer named.
        pub invoice_no: Option<InvoiceNo>,
        pub method: SettlementMethod,
        pub paid_on: Day,
        pub amount: Money,
        pub state: PartState,
        /// The payer's or the channel's number.
        pub reference: String,
    }

    /// A part of a settlement that pays no bill.
    pub struct UnmatchedSettlement {
        pub settlement_no: String,
        /// None if the account is in no bulk account.
        pub bulk_id: Option<BulkId>,
        pub company_name: String,
        pub account_no: AccountNo,
        /// The bill that the payer named.
        pub invoice_no: Option<InvoiceNo>,
        pub method: SettlementMethod,
        pub paid_on: Day,
        pub amount: Money,
        pub state: PartState,
        pub reference: String,
    }
}

/// How settlements without an invoice number are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnnamedSettlements {
    /// They pay the account's oldest open bill first.
    OldestBill,
    /// They wait for staff.
    Staff,
}

/// Whether a bill's total contains the balance of earlier bills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Balances {
    /// It does: the newest bill is paid instead of those that it contains.
    Carry,
    /// It does not: each bill is paid by itself.
    Apart,
}

/// The utility's settings of settlements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// How settlements without an invoice number are used.
    pub unnamed: UnnamedSettlements,
    /// Whether a bill's total contains the balance of earlier bills.
    pub balances: Balances,
}

impl SettlementMethod {
    /// Every method.
    pub const ALL: &[Self] = &[
        Self::Jompay,
        Self::DuitNowQr,
        Self::Counter,
        Self::BankTransfer,
        Self::DirectDebit,
        Self::Cheque,
        Self::Card,
        Self::EWallet,
        Self::PostOffice,
        Self::Kiosk,
        Self::Agent,
        Self::Portal,
    ];

    /// The word in the feed and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Jompay => "jompay",
            Self::DuitNowQr => "duitNowQr",
            Self::Counter => "counter",
            Self::BankTransfer => "bankTransfer",
            Self::DirectDebit => "directDebit",
            Self::Cheque => "cheque",
            Self::Card => "card",
            Self::EWallet => "eWallet",
            Self::PostOffice => "postOffice",
            Self::Kiosk => "kiosk",
            Self::Agent => "agent",
            Self::Portal => "portal",
        }
    }
}

impl PartState {
    /// The name in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Confirms => "confirms",
            Self::PaidTwice => "paidTwice",
            Self::Waits => "waits",
            Self::Unmatched => "unmatched",
            Self::Reversed => "reversed",
            Self::Carried => "carried",
        }
    }
}

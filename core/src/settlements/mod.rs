//! Settlements: payments of bills outside the portal, which the utility booked (docs/domain/settlements.md).

mod allocate;
#[cfg(test)]
mod tests;

pub use allocate::{Allocation, Carried, Delivered, HeldBy, Part, SettleableBill, Settled, allocate, carried_amount};

use crate::list::Sort;
use crate::number::{AccountNo, BulkId, InvoiceNo};
use crate::{Day, Language, Money, Page};

endpoints! {
    /// Payments of the bulk account's bills outside the portal.
    GetSettlements = Post "/portal/api/v1/Settlements/GetSettlements/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            AccountNumberLength, InvoiceNumberInvalid, SearchTooShort)
        reads(Bills, Accounts): Json (SettlementsRequest) -> Page<SettlementPart>;
    /// Settlements that pay no bill: of an unknown bill, or more than the bill's amount.
    GetUnmatchedSettlements = Post "/portal/api/v1/Admin/UnmatchedSettlements"
        for Staff(PendingApproval, View)
        refuses(CursorInvalid, ChoiceRequired, AmountInvalid, AmountDecimals, AmountTooLarge, DateInvalid,
            AccountNumberLength, InvoiceNumberInvalid, SearchTooShort)
        reads(Bills, Accounts): Json (UnmatchedSettlementsRequest) -> Page<UnmatchedSettlement>;
}

lists! {
    /// Payments of the bulk account's bills outside the portal.
    settlements = GetSettlements of SettlementPart by SettlementSortBy {
        search => filter.search,
        method => filter.method,
        state => filter.state,
        from => filter.from,
        to => filter.to,
    } export {
        settlement_no, paid_on, method, account_no, reference_id, invoice_no, amount, part_state, reference
    }
    /// Settlements that pay no bill, for staff.
    unmatchedSettlements = GetUnmatchedSettlements of UnmatchedSettlement by SettlementSortBy {
        search => filter.search,
        method => filter.method,
        state => filter.state,
        from => filter.from,
        to => filter.to,
    } export {
        settlement_no, paid_on, method, bulk_id, company_name, account_no, invoice_no, amount, part_state, reference
    }
}

orders! {
    /// The orders of lists of settlements.
    pub enum SettlementSortBy {
        /// By the day of payment.
        PaidOn descending,
        /// By amount.
        Amount descending,
    }
}

page_requests! {
    /// A request for a page of settlements.
    pub struct SettlementsRequest {
        pub id: BulkId,
        #[serde(default)]
        pub filter: SettlementFilter,
        #[serde(default)]
        pub sort: Sort<SettlementSortBy>,
    }

    /// A request for a page of settlements that pay no bill.
    pub struct UnmatchedSettlementsRequest {
        #[serde(default)]
        pub filter: SettlementFilter,
        #[serde(default)]
        pub sort: Sort<SettlementSortBy>,
    }
}

filters! {
    /// Narrows settlements. All conditions must hold.
    pub struct SettlementFilter {
        /// Part of a settlement's number, an account number or an invoice number.
        pub search: Option<String>,
        /// Settlements of these accounts.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<AccountNo>>"))]
        pub account_nos: Option<Vec<AccountNo>>,
        /// Settlements of these bills.
        #[cfg_attr(feature = "schema", schemars(with = "Option<crate::number_list::NumberList<InvoiceNo>>"))]
        pub invoice_nos: Option<Vec<InvoiceNo>>,
        pub method: Option<SettlementMethod>,
        /// Parts that are used in this way.
        pub state: Option<PartState>,
        /// Paid on this day or later.
        pub from: Option<Day>,
        /// Paid on this day or earlier.
        pub to: Option<Day>,
    }
}

narrowing!(SettlementMethod, PartState);

#[cfg(feature = "schema")]
exported_words! {
    SettlementMethod: |method, to| method.word(to.language);
    PartState: |state, to| state.word(to.language);
}

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
        /// Named so that exported files do not confuse it with the state of an address.
        #[serde(rename = "state")]
        pub part_state: PartState,
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
        /// Named so that exported files do not confuse it with the state of an address.
        #[serde(rename = "state")]
        pub part_state: PartState,
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

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Jompay => ["JomPAY", "JomPAY"],
            Self::DuitNowQr => ["DuitNow QR", "DuitNow QR"],
            Self::Counter => ["Counter", "Kaunter"],
            Self::BankTransfer => ["Bank transfer", "Pindahan bank"],
            Self::DirectDebit => ["Direct debit", "Debit langsung"],
            Self::Cheque => ["Cheque", "Cek"],
            Self::Card => ["Card", "Kad"],
            Self::EWallet => ["E-wallet", "E-dompet"],
            Self::PostOffice => ["Post office", "Pejabat pos"],
            Self::Kiosk => ["Kiosk", "Kiosk"],
            Self::Agent => ["Agent", "Ejen"],
            Self::Portal => ["Portal", "Portal"],
        })
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

    /// Returns the name that users see.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        language.pick(match self {
            Self::Applied => ["Pays the bill", "Membayar bil"],
            Self::Confirms => ["Confirms the portal's payment", "Mengesahkan pembayaran portal"],
            Self::PaidTwice => ["Paid twice", "Dibayar dua kali"],
            Self::Waits => ["Waits", "Menunggu"],
            Self::Unmatched => ["Pays no bill", "Tidak membayar bil"],
            Self::Reversed => ["Taken back", "Ditarik balik"],
            Self::Carried => ["In the balance of a bill", "Dalam baki bil"],
        })
    }
}

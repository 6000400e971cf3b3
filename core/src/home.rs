//! Home: what waits for somebody today, and how things stand (docs/domain/bills.md#summaries). The calls of the contract each
//! answer a part of it; `GetHome` answers all of them at once.

use crate::bills::{BulkRequest, DUE_IN_DAYS, Figure, OutstandingCard};
use crate::endpoint::Nothing;
use crate::number::BatchId;
use crate::{Day, Instant, Money};

endpoints! { HomeEndpoints;
    /// All of home.
    GetHome = Post "/portal/api/v1/Home/{id}" for Customer(Account, View) of(id) reads(Bills, Payments, Accounts, Team): Json (BulkRequest) -> Home;
    /// What waits for the utility's people, of what the caller may see.
    GetStaffHome = Get "/portal/api/v1/StaffHome" for Staff reads(Payments, Registrations, Accounts, Gateway, Staff, Operations): Json (Nothing) -> StaffHome;
    /// Electricity accounts, those that are not supplied any more, and payments that came to nothing.
    GetTop3Cards = Post "/billpayment-svc/api/v1/Bills/GetTop3Cards/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills, Payments, Accounts): Json (BulkRequest) -> Top3Cards;
    /// The bills of six months.
    GetBillDataForGraph = Post "/billpayment-svc/api/v1/Bills/GetBillDataForGraph/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (BulkRequest) -> BillGraph;
    /// The batch that the utility extracted last.
    GetLatestBillSummary = Post "/billpayment-svc/api/v1/Bills/GetLatestBillSummary/{id}" for Customer(Bill, View) of(id) closed(WithoutAccount) reads(Bills): Json (BulkRequest) -> LatestBillSummary;
    /// The payments of six months.
    GetPaymentDataForGraph = Post "/payments-svc/api/v1/Payment/GetPaymentDataForGraph/{id}" for Customer(Payment, View) of(id) closed(WithoutAccount) reads(Payments): Json (BulkRequest) -> PaymentGraph;
}

/// How many months the charts show, the current one among them.
pub const GRAPH_MONTHS: u32 = 6;
/// What falls due within so many days is asked for on home.
pub const DUE_SOON_DAYS: i64 = DUE_IN_DAYS[0];

wire! {
    /// Three figures.
    #[derive(Copy, Eq)]
    pub struct Top3Cards {
        /// Electricity accounts of the bulk account.
        pub electricity_accounts: i64,
        /// Those of them that are not supplied any more.
        pub inactive_accounts: i64,
        /// Payments that were declined, or failed.
        pub unsuccessful_payments: i64,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// The bills of a month, paid or not.
    #[derive(Copy, Eq)]
    pub struct BillMonth {
        /// Its first day.
        pub month: Day,
        pub bills: i64,
        pub amount: Money,
    }

    /// The bills of six months, the oldest first; a month without bills is there, too.
    pub struct BillGraph {
        pub months: Vec<BillMonth>,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// The payments that were made in a month and are paid.
    #[derive(Copy, Eq)]
    pub struct PaymentMonth {
        /// Its first day.
        pub month: Day,
        pub payments: i64,
        pub amount: Money,
    }

    /// The payments of six months, the oldest first; a month without payments is there, too.
    pub struct PaymentGraph {
        pub months: Vec<PaymentMonth>,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// The bills that were extracted last.
    #[derive(Eq)]
    pub struct LatestBatch {
        pub bill_batch_id: BatchId,
        /// When the utility extracted it.
        pub extraction_date: Day,
        /// The earliest due date among its bills.
        pub due_date: Option<Day>,
        pub total_bills: i64,
        /// What they come to, paid or not.
        pub total_amount: Money,
        pub paid_bills: i64,
        /// Bills that a payment holds that is on its way.
        pub bills_in_payment: i64,
        /// Bills that can be paid now.
        pub payable_bills: i64,
        /// What they come to.
        pub amount_payable: Money,
    }

    /// The bills that were extracted last, if there are any.
    pub struct LatestBillSummary {
        pub latest: Option<LatestBatch>,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// The electricity accounts in a state.
    #[derive(Eq)]
    pub struct StateAccounts {
        pub state: String,
        /// Its code; none for a state that has none.
        pub state_code: Option<String>,
        pub accounts: i64,
    }

    /// What home says of bills.
    pub struct HomeBills {
        /// Over 30 days past the due date, of what can be paid now.
        pub overdue: Figure,
        /// Past the due date by 30 days at most, of what can be paid now.
        pub past_due: Figure,
        /// Due today or until then, of what can be paid now.
        pub due_soon: Figure,
        /// Seven days from now.
        pub due_soon_until: Day,
        /// Due within 14 days, those of `dueSoon` among them.
        pub due_in_14_days: Figure,
        /// Due within 30 days, those of `dueIn14Days` among them.
        pub due_in_30_days: Figure,
        /// What is owed, in figures.
        pub owed: OutstandingCard,
        /// Charges from earlier bills, of what can be paid now.
        pub charges: Figure,
        pub latest: Option<LatestBatch>,
        /// Six months, the oldest first.
        pub months: Vec<BillMonth>,
    }

    /// What home says of payments.
    pub struct HomePayments {
        /// Waiting for the customer.
        pub action_required: i64,
        /// On their way.
        pub processing: i64,
        /// Declined, or failed.
        pub unsuccessful: i64,
        /// Six months, the oldest first.
        pub months: Vec<PaymentMonth>,
    }

    /// What home says of electricity accounts.
    pub struct HomeAccounts {
        pub total: i64,
        /// Not supplied any more.
        pub inactive: i64,
        /// Could not be taken.
        pub errors: i64,
        /// The states with accounts, the one with most first.
        pub states: Vec<StateAccounts>,
    }

    /// Home. What somebody may not see, or what is closed without an electricity account, is not there.
    pub struct Home {
        pub bills: Option<HomeBills>,
        pub payments: Option<HomePayments>,
        pub accounts: HomeAccounts,
        /// People who were invited and have not come yet; for whoever manages users.
        pub invitations: Option<i64>,
        /// When the figures were read.
        pub as_of: Instant,
    }

    /// What waits of one kind.
    #[derive(Copy, Eq)]
    pub struct Waiting {
        pub count: i64,
        /// Since when the oldest of them waits; none where nothing does.
        pub since: Option<Instant>,
    }

    /// Payments that wait for an approval.
    #[derive(Copy, Eq)]
    pub struct WaitingPayments {
        pub count: i64,
        /// Since when the oldest of them waits; none where nothing does.
        pub since: Option<Instant>,
        /// What they come to.
        pub amount: Money,
    }

    /// The utility's own people.
    #[derive(Copy, Eq)]
    pub struct StaffPeople {
        pub total: i64,
        /// Those who signed in lately.
        pub active: i64,
        /// Those who were invited and have not come yet.
        pub invited: Waiting,
    }

    /// Home of the utility's people. What somebody may not see is not there.
    pub struct StaffHome {
        /// Payments to approve.
        pub payments: Option<WaitingPayments>,
        /// Payments that customers are to reconcile.
        pub reconciling: Option<Waiting>,
        /// Applications to review.
        pub registrations: Option<Waiting>,
        /// Applications that customers are to say more about; since when they were asked.
        pub asked: Option<Waiting>,
        /// Accounts that could not be taken.
        pub accounts: Option<Waiting>,
        /// FPX payments that need somebody.
        pub gateway: Option<Waiting>,
        /// Jobs that failed too often.
        pub jobs: Waiting,
        /// E-mails that the mail server did not take.
        pub emails: Waiting,
        pub people: Option<StaffPeople>,
        /// When the figures were read.
        pub as_of: Instant,
    }
}

//! Home: what users have to do today, and the current figures (docs/domain/bills.md#summaries). `GetHome` returns all
//! parts together; the calls of the contract return a part each.

use crate::bills::{BulkRequest, DUE_IN_DAYS, Figure, OutstandingCard};
use crate::endpoint::Nothing;
use crate::number::BatchId;
use crate::{Day, Instant, Money};

endpoints! {
    /// All parts of Home.
    GetHome = Post "/portal/api/v1/Home/{id}"
        for Customer(Account, View) of(id) reads(Bills, Payments, Queries, Accounts, Team): Json (BulkRequest) -> Home;
    /// The work that awaits the utility's staff, limited to what the caller may see.
    GetStaffHome = Get "/portal/api/v1/StaffHome"
        for Staff
        reads(Payments, Registrations, Accounts, Gateway, Staff, Operations, PersonalData): Json (Nothing) -> StaffHome;
    /// Three figures: electricity accounts, accounts not supplied any more, and payments that failed or were declined.
    GetTop3Cards = Post "/billpayment-svc/api/v1/Bills/GetTop3Cards/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount)
        reads(Bills, Payments, Accounts): Json (BulkRequest) -> Top3Cards;
    /// The bills of six months, by month.
    GetBillDataForGraph = Post "/billpayment-svc/api/v1/Bills/GetBillDataForGraph/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        reads(Bills): Json (BulkRequest) -> BillGraph;
    /// The batch that the utility extracted last.
    GetLatestBillSummary = Post "/billpayment-svc/api/v1/Bills/GetLatestBillSummary/{id}"
        for Customer(Bill, View) of(id) closed(WithoutAccount) token(BillsRead)
        reads(Bills): Json (BulkRequest) -> LatestBillSummary;
    /// The payments of six months, by month.
    GetPaymentDataForGraph = Post "/payments-svc/api/v1/Payment/GetPaymentDataForGraph/{id}"
        for Customer(Payment, View) of(id) closed(WithoutAccount) token(PaymentsRead)
        reads(Payments): Json (BulkRequest) -> PaymentGraph;
}

/// Months that the charts show, including the current month.
pub const GRAPH_MONTHS: u32 = 6;
/// Days ahead for which Home shows bills as due soon.
pub const DUE_SOON_DAYS: i64 = DUE_IN_DAYS[0];

wire! {
    /// The three figures of `GetTop3Cards`.
    #[derive(Copy, Eq)]
    pub struct Top3Cards {
        /// Electricity accounts of the bulk account.
        pub electricity_accounts: i64,
        /// Of these, accounts that are not supplied any more.
        pub inactive_accounts: i64,
        /// Payments that were declined or failed.
        pub unsuccessful_payments: i64,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The bills of a month, paid or not, without those that newer bills contain.
    #[derive(Copy, Eq)]
    pub struct BillMonth {
        /// The first day of the month.
        pub month: Day,
        pub bills: i64,
        pub amount: Money,
    }

    /// The bills of six months, oldest first. Months without bills are included.
    pub struct BillGraph {
        pub months: Vec<BillMonth>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The payments that were made in a month and are paid.
    #[derive(Copy, Eq)]
    pub struct PaymentMonth {
        /// The first day of the month.
        pub month: Day,
        pub payments: i64,
        pub amount: Money,
    }

    /// The payments of six months, oldest first. Months without payments are included.
    pub struct PaymentGraph {
        pub months: Vec<PaymentMonth>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The batch that was extracted last.
    #[derive(Eq)]
    pub struct LatestBatch {
        pub bill_batch_id: BatchId,
        /// When the utility extracted it.
        pub extraction_date: Day,
        /// The earliest due date among its bills.
        pub due_date: Option<Day>,
        pub total_bills: i64,
        /// The total of the bills, paid or not.
        pub total_amount: Money,
        pub paid_bills: i64,
        /// Bills in payments that are in progress.
        pub bills_in_payment: i64,
        /// Bills that can be paid: none while the batch waits for its release. Includes bills on hold for another reason,
        /// such as a query.
        pub payable_bills: i64,
        /// The total of the payable bills.
        pub amount_payable: Money,
    }

    /// The batch that was extracted last, if there is one.
    pub struct LatestBillSummary {
        pub latest: Option<LatestBatch>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// The electricity accounts in a state.
    #[derive(Eq)]
    pub struct StateAccounts {
        pub state: String,
        /// The state's code; none for a state without a code.
        pub state_code: Option<String>,
        pub accounts: i64,
    }

    /// The part of Home about bills.
    pub struct HomeBills {
        /// Payable bills over 30 days past the due date.
        pub overdue: Figure,
        /// Payable bills 1 to 30 days past the due date.
        pub past_due: Figure,
        /// Payable bills due between today and `dueSoonUntil`.
        pub due_soon: Figure,
        /// The day seven days from now.
        pub due_soon_until: Day,
        /// Payable bills due within 14 days, including those of `dueSoon`.
        pub due_in_14_days: Figure,
        /// Payable bills due within 30 days, including those of `dueIn14Days`.
        pub due_in_30_days: Figure,
        /// The figures of all unpaid bills.
        pub owed: OutstandingCard,
        /// Charges from earlier bills, on payable bills.
        pub charges: Figure,
        pub latest: Option<LatestBatch>,
        /// Six months, oldest first.
        pub months: Vec<BillMonth>,
    }

    /// The part of Home about payments.
    pub struct HomePayments {
        /// Awaiting the customer.
        pub action_required: i64,
        /// In progress.
        pub processing: i64,
        /// Declined or failed.
        pub unsuccessful: i64,
        /// Six months, oldest first.
        pub months: Vec<PaymentMonth>,
    }

    /// The part of Home about queries that are not settled.
    #[derive(Copy, Eq)]
    pub struct HomeQueries {
        /// Queries that await the utility's answer.
        pub open: i64,
        /// Answered queries, which await the customer's decision.
        pub answered: i64,
    }

    /// The part of Home about electricity accounts.
    pub struct HomeAccounts {
        pub total: i64,
        /// Accounts that are not supplied any more.
        pub inactive: i64,
        /// Accounts that could not be added.
        pub errors: i64,
        /// The states with accounts, the state with the most accounts first.
        pub states: Vec<StateAccounts>,
    }

    /// Home. Parts are missing if the user has no permission for them, or if they are closed without an electricity
    /// account.
    pub struct Home {
        pub bills: Option<HomeBills>,
        pub payments: Option<HomePayments>,
        pub queries: Option<HomeQueries>,
        pub accounts: HomeAccounts,
        /// Invitations that are not accepted yet; only for users who manage users.
        pub invitations: Option<i64>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }

    /// Items of a kind that await a decision or an action.
    #[derive(Copy, Eq)]
    pub struct Waiting {
        pub count: i64,
        /// The time since which the oldest item has been waiting; none without items.
        pub since: Option<Instant>,
    }

    /// Payments that await approval.
    #[derive(Copy, Eq)]
    pub struct WaitingPayments {
        pub count: i64,
        /// The time since which the oldest payment has been waiting; none without payments.
        pub since: Option<Instant>,
        /// The total of these payments.
        pub amount: Money,
    }

    /// Items that the law sets a deadline for.
    #[derive(Copy, Eq)]
    pub struct WaitingDeadlines {
        pub count: i64,
        /// Of these, items whose deadline has passed.
        pub late: i64,
        /// The day of the earliest deadline; none without items.
        pub due: Option<Day>,
    }

    /// The utility's staff, in figures.
    #[derive(Copy, Eq)]
    pub struct StaffPeople {
        pub total: i64,
        /// Staff who signed in recently.
        pub active: i64,
        /// Staff who were invited and have not accepted yet.
        pub invited: Waiting,
    }

    /// Home for the utility's staff. Parts are missing if the user has no permission for them.
    pub struct StaffHome {
        /// Payments that await approval.
        pub payments: Option<WaitingPayments>,
        /// Payments that customers have to reconcile.
        pub reconciling: Option<Waiting>,
        /// Applications that await review.
        pub registrations: Option<Waiting>,
        /// Applications about which customers have to provide more information; waiting since the request.
        pub asked: Option<Waiting>,
        /// Accounts that could not be added.
        pub accounts: Option<Waiting>,
        /// FPX payments that staff have to look at.
        pub gateway: Option<Waiting>,
        /// Jobs that failed too often.
        pub jobs: Waiting,
        /// E-mails that the mail server did not accept.
        pub emails: Waiting,
        pub people: Option<StaffPeople>,
        /// Requests about personal data that await an answer.
        pub data_requests: Option<WaitingDeadlines>,
        /// Personal data breaches with a notification to make.
        pub breaches: Option<WaitingDeadlines>,
        /// The time at which the figures were read.
        pub as_of: Instant,
    }
}

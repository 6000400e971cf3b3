//! The addresses of the portal's screens (docs/domain/words-and-codes.md#addresses-of-screens) and who may open them.
//! The app's guards, routes and links are all made from this list.

use serde::Serialize;

use crate::permission::{Action, Area, Permissions, Role, Scope};

/// Who may open an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Audience {
    /// Everyone, without signing in.
    Public,
    /// Signed-in customers.
    Customer,
    /// Signed-in staff.
    Staff,
}

/// A group of addresses with the same audience and permissions.
#[derive(Debug, Clone, Copy)]
pub struct Screen {
    /// The path; a trailing `*` matches anything below.
    pub path: &'static str,
    /// Who may open it.
    pub audience: Audience,
    /// The permissions; holding any one is enough. If empty, being signed in is enough.
    pub any_of: &'static [Scope],
    /// The screens at this path. No other address that the path covers has a screen.
    pub addresses: &'static [Address],
}

/// The address of a screen, used to make links to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address {
    /// The name that the app links to it by.
    pub name: &'static str,
    /// The path with `{parameters}`.
    pub path: &'static str,
}

const MAKE_PAYMENTS: Scope = Scope { area: Area::Payment, action: Action::Add };

const fn view(area: Area) -> Scope {
    Scope { area, action: Action::View }
}

/// One line of the list: audience, permissions, path, and the addresses in it. The short form has only the name and
/// path of a single address.
macro_rules! screen {
    ($audience:ident $name:ident $path:literal) => {
        screen!($audience [] $path { $name $path })
    };
    ($audience:ident [$($scope:expr),+] $name:ident $path:literal) => {
        screen!($audience [$($scope),+] $path { $name $path })
    };
    ($audience:ident [$($scope:expr),*] $path:literal { $($name:ident $at:literal),* $(,)? }) => {
        Screen {
            path: $path,
            audience: Audience::$audience,
            any_of: &[$($scope),*],
            addresses: &[$(Address { name: stringify!($name), path: $at }),*],
        }
    };
}

/// Every address. The app's main menu has its own order (`app/src/shell/menu/sections.ts`).
pub const SCREENS: &[Screen] = &[
    screen!(Public signIn "/"),
    screen!(Public learnMore "/learnMore"),
    screen!(Public apiDocs "/apiDocs"),
    screen!(Public verifyPack "/verifyPack"),
    screen!(Public status "/status"),
    screen!(Public changePassword "/account/changePassword"),
    screen!(Public forgotPassword "/account/forgotPassword"),
    screen!(Public forgotPasswordSent "/account/forgotPasswordSent"),
    screen!(Public resetPassword "/account/resetPassword"),
    screen!(Public register "/account/register"),
    screen!(Public registerDetails "/account/registerDetails"),
    screen!(Public activate "/account/activate"),
    screen!(Public expiredLink "/account/expiredLink"),
    screen!(Public activateLinkSent "/account/activateLinkSent"),
    screen!(Public companySignIn "/account/companySignIn"),
    screen!(Public confirmMailbox "/account/confirmAddress"),
    screen!(Public stopMailbox "/account/stopEmails"),
    screen!(Public accountingFile "/account/accountingFile"),
    screen!(Public masterTransferred "/account/transferMasterRoleSuccess"),
    screen!(Public staffSignIn "/admin/login"),
    screen!(Public verifyActivation "/admin/verifyActivation"),
    screen!(Public staffForgotPassword "/admin/forgotPassword"),
    screen!(Public staffForgotPasswordSent "/admin/forgotPasswordSent"),
    screen!(Public staffResetPassword "/admin/resetPassword"),
    screen!(Public unauthorized "/unauthorized"),
    screen!(Public notFound "/404"),
    screen!(Customer home "/home"),
    screen!(Customer [MAKE_PAYMENTS] "/billPayment/pay/*" {
        payMethod "/billPayment/pay/method",
        payReview "/billPayment/pay/review",
        sentBills "/billPayment/pay/sent/{selectionId}",
    }),
    screen!(Customer [view(Area::Bill)] "/billPayment/*" {
        batches "/billPayment",
        outstandingBills "/billPayment/outstanding",
        outstandingCharges "/billPayment/charges",
        billHistory "/billPayment/history",
        settlements "/billPayment/elsewhere",
        dueCalendar "/billPayment/calendar",
        bill "/billPayment/bills/{invoiceNo}",
        findings "/billPayment/findings",
        queries "/billPayment/queries",
        auditSettings "/billPayment/findings/settings",
    }),
    screen!(Customer [view(Area::Payment)] "/billPayment/transactions/*" {
        payments "/billPayment/transactions",
        payment "/billPayment/transactions/{transactionNo}",
        paymentGroup "/billPayment/transactions/groups/{groupNo}",
        paymentResult "/billPayment/transactions/{transactionNo}/result",
        paymentDifference "/billPayment/transactions/{transactionNo}/difference",
        paymentCredit "/billPayment/transactions/{transactionNo}/credit",
    }),
    screen!(Customer [view(Area::Payment)] "/billPayment/proposals/*" {
        proposals "/billPayment/proposals",
        proposal "/billPayment/proposals/{proposalId}",
        approvalPolicy "/billPayment/proposals/policy",
        releaseProposal "/billPayment/proposals/{proposalId}/release",
    }),
    screen!(Customer [view(Area::Bill)] "/billPayment/statements/*" {
        statements "/billPayment/statements",
    }),
    screen!(Customer [view(Area::Account)] "/manageAccount/*" {
        accounts "/manageAccount",
        account "/manageAccount/accounts/{accountNo}",
        addAccounts "/manageAccount/add",
        pendingAccounts "/manageAccount/pending",
        company "/manageAccount/profile",
        editCompany "/manageAccount/profile/edit",
        groups "/manageAccount/groups",
        group "/manageAccount/groups/{groupId}",
        accountsInNoGroup "/manageAccount/notInGroup",
        costCentres "/manageAccount/costCentres",
        uncodedAccounts "/manageAccount/costCentres/uncoded",
        groupCodings "/manageAccount/costCentres/groups",
        costReport "/manageAccount/costCentres/report",
        deposits "/manageAccount/deposits",
    }),
    screen!(Customer [view(Area::Bill)] "/manageAccount/accounting/*" {
        accounting "/manageAccount/accounting",
        accountingRuns "/manageAccount/accounting/runs",
        accountingDocuments "/manageAccount/accounting/documents",
        newAccountingProfile "/manageAccount/accounting/new",
        accountingProfile "/manageAccount/accounting/profiles/{profileId}",
        editAccountingProfile "/manageAccount/accounting/profiles/{profileId}/edit",
        accountingRun "/manageAccount/accounting/profiles/{profileId}/runs/{runNo}",
    }),
    screen!(Customer [view(Area::Bill)] "/manageAccount/emissions/*" {
        carbonReport "/manageAccount/emissions",
    }),
    screen!(Customer profile "/myProfile"),
    screen!(Customer editProfile "/myProfile/edit"),
    screen!(Customer ownData "/myProfile/personalData"),
    screen!(Customer addFactor "/myProfile/secondFactor"),
    screen!(Customer connectSso "/myProfile/companySignIn"),
    screen!(Customer activity "/activityLog"),
    screen!(Customer [view(Area::ManageUser)] users "/manageUsers"),
    screen!(Customer [view(Area::ManageUser)] "/manageUsers/*" {
        factorPolicy "/manageUsers/secondFactor",
        ssoSettings "/manageUsers/companySignIn",
        mailboxes "/manageUsers/addresses",
        webhooks "/manageUsers/webhooks",
        webhook "/manageUsers/webhooks/{webhookId}",
        apiTokens "/manageUsers/apiTokens",
    }),
    screen!(Customer [] "/bulkAccount/*" {
        registration "/bulkAccount/status",
        registerCompany "/bulkAccount/register",
        accountsNeeded "/bulkAccount/accountsNeeded",
    }),
    screen!(Customer notifications "/notifications"),
    screen!(Staff staffHome "/admin"),
    screen!(Staff firstTimeLogin "/admin/firstTimeLogin"),
    screen!(Staff staffProfile "/admin/myProfile"),
    screen!(Staff editStaffProfile "/admin/myProfile/edit"),
    screen!(Staff staffOwnData "/admin/myProfile/personalData"),
    screen!(Staff addStaffFactor "/admin/myProfile/secondFactor"),
    screen!(Staff staffActivity "/admin/activityLog"),
    screen!(Staff staffNotifications "/admin/notifications"),
    screen!(Staff [view(Area::PendingApproval), view(Area::AllPayments)] "/admin/payments/*" {
        staffPayments "/admin/payments",
        pendingPayments "/admin/payments/pending",
        allPayments "/admin/payments/all",
        batchReviews "/admin/payments/batches",
        bankStatements "/admin/payments/statements",
        bankStatement "/admin/payments/statements/{statementId}",
        bankLine "/admin/payments/statements/{statementId}/{line}",
        unmatchedSettlements "/admin/payments/unmatched",
        staffPayment "/admin/payments/{transactionNo}",
    }),
    screen!(Staff [view(Area::FpxManualRequery)] gatewayQuery "/admin/paymentGatewayQuery"),
    screen!(Staff [view(Area::FpxManualRequery)] "/admin/paymentGatewayQuery/*" {
        lateConfirmations "/admin/paymentGatewayQuery/late",
        lateConfirmation "/admin/paymentGatewayQuery/late/{lateId}",
    }),
    screen!(Staff [view(Area::ManageBulkAccounts)] registrations "/admin/manageRegistrations"),
    screen!(Staff [view(Area::ManageBulkAccounts)] "/admin/manageRegistrations/*" {
        reviewRegistration "/admin/manageRegistrations/{registrationId}",
    }),
    screen!(Staff [view(Area::ManageBulkAccounts)] "/admin/queries/*" {
        queryQueue "/admin/queries",
        queryService "/admin/queries/service",
        staffQuery "/admin/queries/{bulkId}/{queryId}",
    }),
    screen!(Staff [view(Area::ManageBulkAccounts)] "/admin/bulkAccounts/*" {
        bulkAccounts "/admin/bulkAccounts",
        bulkAccount "/admin/bulkAccounts/{bulkId}",
        addBulkAccounts "/admin/bulkAccounts/{bulkId}/add",
        bulkPending "/admin/bulkAccounts/{bulkId}/pending",
        bulkUsers "/admin/bulkAccounts/{bulkId}/users",
        bulkCompany "/admin/bulkAccounts/{bulkId}/profile",
        editBulkCompany "/admin/bulkAccounts/{bulkId}/profile/edit",
    }),
    screen!(Staff [view(Area::SearchElectricityAccounts)] searchAccounts "/admin/bulkAccounts/search"),
    screen!(Staff [view(Area::CustomerViewMode)] customerView "/admin/bulkAccounts/customerView"),
    screen!(Staff [view(Area::BulkChildAccountError)] allPendingAccounts "/admin/bulkAccounts/pendingBulkCA"),
    screen!(Staff [view(Area::ManageTnbAdmins)] staffUsers "/admin/manageTnbAdmins"),
    screen!(Staff [view(Area::ManageTnbUsers)] businessUsers "/admin/manageTnbUsers"),
    screen!(Staff [view(Area::ManageTnbUsers)] "/admin/personalData/*" {
        dataRequests "/admin/personalData",
        dataRequest "/admin/personalData/requests/{number}",
    }),
    screen!(Staff [view(Area::Operations)] "/admin/personalData/breaches/*" {
        breaches "/admin/personalData/breaches",
        breach "/admin/personalData/breaches/{number}",
    }),
    screen!(Staff [view(Area::Operations)] "/admin/operations/*" {
        jobs "/admin/operations",
        outbox "/admin/operations/outbox",
        feedImports "/admin/operations/imports",
        feedImport "/admin/operations/imports/{importId}",
        announcements "/admin/operations/announcements",
        operationSettings "/admin/operations/settings",
    }),
];

impl Screen {
    /// Returns the most specific line for a path; none for an unknown path, which leads to `/404`.
    #[must_use]
    pub fn at(path: &str) -> Option<&'static Self> {
        let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
        let covering = SCREENS.iter().filter(|screen| is_at_or_below(screen.root(), path, screen.is_alone()));
        covering.max_by_key(|screen| (screen.root().len(), screen.is_alone()))
    }

    /// The path without the `*`.
    fn root(&self) -> &'static str {
        self.path.trim_end_matches("/*")
    }

    fn is_alone(&self) -> bool {
        !self.path.ends_with("/*")
    }

    /// Whether a signed-in user with that role may open it. Without a role the user is a customer who belongs to no
    /// bulk account yet; home and profile are open to them. Staff in customer view mode open the screens for reading.
    #[must_use]
    pub fn opens_for(&self, role: Option<Role>, permissions: Permissions, customer_view: bool) -> bool {
        let viewing = customer_view && role.is_some_and(|role| role.allows(permissions, view(Area::CustomerViewMode)));
        let right_side = match self.audience {
            Audience::Public => return true,
            Audience::Customer if viewing => return self.is_for_reading(),
            Audience::Customer => role.is_none_or(|role| !role.is_staff()),
            Audience::Staff => role.is_some_and(Role::is_staff),
        };
        let allowed = |scope: &Scope| role.is_some_and(|role| role.allows(permissions, *scope));
        right_side && (self.any_of.is_empty() || self.any_of.iter().any(allowed))
    }

    /// Whether a customer needs an electricity account without errors to open it.
    #[must_use]
    pub fn needs_account(&self) -> bool {
        self.any_of.iter().any(|scope| scope.area.needs_account())
    }

    fn is_for_reading(&self) -> bool {
        self.any_of.is_empty() || self.any_of.iter().any(|scope| scope.action == Action::View)
    }
}

fn is_at_or_below(root: &str, path: &str, is_alone: bool) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || (!is_alone && rest.starts_with('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_one_name_and_its_declared_place() {
        let mut names = Vec::new();
        for screen in SCREENS {
            for address in screen.addresses {
                assert!(!names.contains(&address.name), "two addresses are called {}", address.name);
                names.push(address.name);
                let found = Screen::at(address.path).map(|found| found.path);
                assert_eq!(found, Some(screen.path), "{} is guarded by another line", address.name);
            }
        }
    }
}

/** Routes of the customers' screens. */
import { paths } from '../core/links'
import { readPreset } from '../features/accounts/accounting/choices'
import type { accountingDocumentList } from '../features/accounts/accounting/documentList'
import type { accountingRunList } from '../features/accounts/accounting/runList'
import type { carbonReportList } from '../features/accounts/carbon/carbonReportList'
import type { costCentreList } from '../features/accounts/costs/costCentreList'
import type { costReportList } from '../features/accounts/costs/costReportList'
import type { depositList } from '../features/accounts/deposits/depositList'
import type { groupList } from '../features/accounts/groups/groupList'
import type { accountList, accountListOfGroup, accountListOfNoGroup, accountListWithoutCentre } from '../features/accounts/list/accountList'
import type { pendingList } from '../features/accounts/pending/pendingList'
import type { activityList } from '../features/activity/activityList'
import type { batchList } from '../features/bills/batchList'
import { readBill } from '../features/bills/bill/billAddress'
import type { billList, chargeList } from '../features/bills/billList'
import type { findingList } from '../features/bills/findingList'
import type { historyList } from '../features/bills/historyList'
import { queriesOfBill } from '../features/bills/queries/ask'
import type { queryList } from '../features/bills/queryList'
import type { settlementList } from '../features/bills/settlementList'
import type { notificationList } from '../features/notifications/notificationList'
import type { transactionList } from '../features/payments/paymentList'
import type { proposalList } from '../features/payments/proposals/proposalList'
import { readTab } from '../features/payments/tabs'
import { readStepSearch } from '../features/registration/customer/steps/steps'
import type { statementList } from '../features/statements/statementList'
import type { memberList } from '../features/team/memberList'
import type { webhookDeliveryList } from '../features/team/webhooks/deliveryList'
import { prefetch } from '../kit/call/read'
import { readQueue } from '../kit/queue/origin'
import {
  prefetchAccounts,
  prefetchBillFigures,
  prefetchCalendar,
  prefetchCompany,
  prefetchFindings,
  prefetchHistory,
  prefetchHome,
  prefetchPayment,
  prefetchPaymentFigures,
  prefetchProfile,
  prefetchProfileForm,
  prefetchProfiles,
  prefetchProgress,
  prefetchWaysToPay,
} from './prefetch'
import { addressOf, type RawSearch, readAddBy, screen, text } from './screen'

/** Reads the address that the user wanted to open. Accepts only addresses of the portal. */
function readFrom(raw: RawSearch): { from?: string | undefined } {
  const from = typeof raw.from === 'string' ? raw.from : undefined
  return { from: from?.startsWith('/') && !from.startsWith('//') ? from : undefined }
}

/** Whether the editor of the policy is open. */
const readEditing = ({ open }: RawSearch): { open?: 'edit' | undefined } => (open === 'edit' ? { open } : {})

export const customers = [
  screen(paths.home, () => import('../features/home/Home'), 'Home', { load: prefetchHome }),
  screen(paths.batches, () => import('../features/bills/Batches'), 'Batches', {
    search: addressOf<typeof batchList>(),
    load: prefetchBillFigures,
  }),
  screen(paths.outstandingBills, () => import('../features/bills/OutstandingBills'), 'OutstandingBills', {
    search: addressOf<typeof billList>(),
    load: prefetchBillFigures,
  }),
  screen(paths.outstandingCharges, () => import('../features/bills/OutstandingBills'), 'OutstandingCharges', {
    search: addressOf<typeof chargeList>(),
    load: prefetchBillFigures,
  }),
  screen(paths.billHistory, () => import('../features/bills/History'), 'History', {
    search: addressOf<typeof historyList>(),
    load: prefetchHistory,
  }),
  screen(paths.settlements, () => import('../features/bills/PaidElsewhere'), 'PaidElsewhere', {
    search: addressOf<typeof settlementList>(),
  }),
  screen(paths.dueCalendar, () => import('../features/bills/DueCalendar'), 'DueCalendar', {
    search: text('on'),
    load: prefetchCalendar,
  }),
  screen(paths.findings, () => import('../features/bills/findings/Findings'), 'Findings', {
    search: addressOf<typeof findingList>(),
    load: prefetchFindings,
  }),
  screen(paths.queries, () => import('../features/bills/queries/Queries'), 'Queries', {
    search: addressOf<typeof queryList>(),
  }),
  screen(paths.auditSettings, () => import('../features/bills/findings/AuditSettings'), 'AuditSettings', {
    load: (_, { bulkId }) => bulkId && prefetch('GetAuditSettings', { id: bulkId }),
  }),
  screen(paths.bill, () => import('../features/bills/BillDetails'), 'BillDetails', {
    search: readBill,
    load: ({ invoiceNo }, { bulkId }) => {
      prefetch('GetBillDetails', { invoiceNo })
      prefetch('GetBillFindings', { invoiceNo })
      if (bulkId) {
        prefetch('GetQueries', queriesOfBill(bulkId, invoiceNo))
        prefetch('GetAccountingDocuments', { id: bulkId, sourceNo: invoiceNo })
      }
    },
  }),
  screen(paths.payMethod, () => import('../features/payments/customer/method/Method'), 'Method', {
    load: prefetchWaysToPay,
  }),
  screen(paths.payReview, () => import('../features/payments/customer/review/Review'), 'Review', { load: prefetchWaysToPay }),
  screen(paths.sentBills, () => import('../features/payments/customer/sent/SentBills'), 'SentBills', {
    load: ({ selectionId }) => prefetch('GetSentSelection', { selectionId }),
  }),
  screen(paths.payments, () => import('../features/payments/customer/Transactions'), 'Transactions', {
    search: addressOf<typeof transactionList>(),
    load: prefetchPaymentFigures,
  }),
  screen(paths.payment, () => import('../features/payments/customer/PaymentDetails'), 'PaymentDetails', {
    search: readTab,
    load: prefetchPayment,
  }),
  screen(paths.paymentResult, () => import('../features/payments/customer/result/Result'), 'Result', {
    load: ({ transactionNo }) => {
      prefetch('GetPaymentDetails', { transactionNo })
      // The letterhead of the receipt.
      prefetch('GetPortal', {})
    },
  }),
  screen(paths.paymentGroup, () => import('../features/payments/customer/group/PaymentGroup'), 'PaymentGroup', {
    load: ({ groupNo }) => {
      prefetch('GetPaymentGroup', { groupNo })
      prefetchWaysToPay()
    },
  }),
  screen(paths.paymentDifference, () => import('../features/payments/customer/reconciliation/PayDifference'), 'PayDifference', {
    load: (params) => {
      prefetchPayment(params)
      prefetchWaysToPay()
      prefetch('GetTNBVirtualAccountNo', {})
    },
  }),
  screen(paths.paymentCredit, () => import('../features/payments/customer/reconciliation/ChooseCredit'), 'ChooseCredit', {
    search: text('account'),
    load: ({ transactionNo }) => {
      prefetchPayment({ transactionNo })
      prefetch('GetElectricityAccount', { transactionNo })
    },
  }),
  screen(paths.proposals, () => import('../features/payments/proposals/Proposals'), 'Proposals', {
    search: addressOf<typeof proposalList>(),
    load: (_, { bulkId }) => bulkId && prefetch('GetApprovalPolicy', { id: bulkId }),
  }),
  screen(paths.proposal, () => import('../features/payments/proposals/Proposal'), 'Proposal', {
    search: readQueue,
    load: ({ proposalId }) => prefetch('GetProposal', { proposalId }),
  }),
  screen(paths.releaseProposal, () => import('../features/payments/proposals/Release'), 'Release', {
    load: ({ proposalId }) => {
      prefetch('GetProposal', { proposalId })
      prefetchWaysToPay()
    },
  }),
  screen(paths.approvalPolicy, () => import('../features/payments/proposals/policy/ApprovalPolicy'), 'ApprovalPolicy', {
    search: readEditing,
    load: (_, { bulkId }) => bulkId && prefetch('GetApprovalPolicy', { id: bulkId }),
  }),
  screen(paths.statements, () => import('../features/statements/Statements'), 'Statements', {
    search: addressOf<typeof statementList>(),
    load: () => prefetch('GetStatementOffer', {}),
  }),
  screen(paths.accounts, () => import('../features/accounts/customer/Accounts'), 'AllAccounts', {
    search: addressOf<typeof accountList>(),
    load: (_, { bulkId }) => prefetchAccounts(bulkId),
  }),
  screen(paths.account, () => import('../features/accounts/customer/AccountView'), 'AccountView', {
    search: addressOf<typeof accountList>(),
    load: ({ accountNo }, { bulkId }) => {
      prefetch('GetAccountDetails', { accountNo })
      prefetchProgress(bulkId)
    },
  }),
  screen(paths.addAccounts, () => import('../features/accounts/adding/AddOwnAccounts'), 'AddOwnAccounts', { search: readAddBy }),
  screen(paths.pendingAccounts, () => import('../features/accounts/customer/Accounts'), 'PendingForAction', {
    search: addressOf<typeof pendingList>(),
    load: (_, { bulkId }) => prefetchAccounts(bulkId),
  }),
  screen(paths.company, () => import('../features/accounts/customer/Company'), 'Company', {
    load: (_, { bulkId }) => {
      prefetchAccounts(bulkId)
      prefetchCompany(bulkId)
    },
  }),
  screen(paths.editCompany, () => import('../features/accounts/customer/EditOwnCompany'), 'EditOwnCompany', {
    load: (_, { bulkId }) => bulkId && prefetch('GetProfile', { id: bulkId }),
  }),
  screen(paths.groups, () => import('../features/accounts/groups/Groups'), 'Groups', {
    search: addressOf<typeof groupList>(),
    load: (_, { bulkId }) => prefetchAccounts(bulkId),
  }),
  screen(paths.group, () => import('../features/accounts/groups/GroupView'), 'GroupView', {
    search: addressOf<typeof accountListOfGroup>(),
    load: ({ groupId }, { bulkId }) => {
      prefetch('GetGroupDetails', { groupId })
      prefetchProgress(bulkId)
    },
  }),
  screen(paths.accountsInNoGroup, () => import('../features/accounts/groups/GroupView'), 'NotInGroup', {
    search: addressOf<typeof accountListOfNoGroup>(),
    load: (_, { bulkId }) => prefetchProgress(bulkId),
  }),
  screen(paths.costCentres, () => import('../features/accounts/costs/CostCentres'), 'CostCentres', {
    search: addressOf<typeof costCentreList>(),
  }),
  screen(paths.uncodedAccounts, () => import('../features/accounts/costs/Uncoded'), 'Uncoded', {
    search: addressOf<typeof accountListWithoutCentre>(),
  }),
  screen(paths.groupCodings, () => import('../features/accounts/costs/GroupCodings'), 'GroupCodings', {
    load: (_, { bulkId }) => bulkId && prefetch('GetGroupCodings', { id: bulkId }),
  }),
  screen(paths.costReport, () => import('../features/accounts/costs/CostReport'), 'CostReport', {
    search: addressOf<typeof costReportList>(),
  }),
  screen(paths.deposits, () => import('../features/accounts/deposits/Deposits'), 'Deposits', {
    search: addressOf<typeof depositList>(),
  }),
  screen(paths.carbonReport, () => import('../features/accounts/carbon/CarbonReport'), 'CarbonReport', {
    search: addressOf<typeof carbonReportList>(),
  }),
  screen(paths.accounting, () => import('../features/accounts/accounting/Accounting'), 'Accounting', { load: prefetchProfiles }),
  screen(paths.accountingRuns, () => import('../features/accounts/accounting/Runs'), 'Runs', {
    search: addressOf<typeof accountingRunList>(),
  }),
  screen(paths.accountingDocuments, () => import('../features/accounts/accounting/Documents'), 'Documents', {
    search: addressOf<typeof accountingDocumentList>(),
  }),
  screen(paths.newAccountingProfile, () => import('../features/accounts/accounting/EditProfile'), 'NewProfile', {
    search: readPreset,
    load: prefetchProfileForm,
  }),
  screen(paths.accountingProfile, () => import('../features/accounts/accounting/Profile'), 'Profile', { load: prefetchProfiles }),
  screen(paths.editAccountingProfile, () => import('../features/accounts/accounting/EditProfile'), 'EditProfile', {
    load: (_, profile) => {
      prefetchProfiles(_, profile)
      prefetchProfileForm(_, profile)
    },
  }),
  screen(paths.accountingRun, () => import('../features/accounts/accounting/Run'), 'Run', {
    search: addressOf<typeof accountingDocumentList>(),
  }),
  screen(paths.users, () => import('../features/team/ManageUsers'), 'ManageUsers', {
    search: addressOf<typeof memberList>(),
    load: (_, { bulkId }) => {
      if (bulkId) prefetch('GetManageUsersCards', { id: bulkId })
    },
  }),
  screen(paths.factorPolicy, () => import('../features/team/FactorPolicy'), 'FactorPolicy', {
    load: (_, { bulkId }) => bulkId && prefetch('GetFactorPolicy', { id: bulkId }),
  }),
  screen(paths.ssoSettings, () => import('../features/team/sso/SsoSettings'), 'SsoSettings', {
    load: (_, { bulkId }) => bulkId && prefetch('GetSso', { id: bulkId }),
  }),
  screen(paths.mailboxes, () => import('../features/team/mailboxes/Mailboxes'), 'Mailboxes', {
    load: (_, { bulkId }) => bulkId && prefetch('GetMailboxes', { id: bulkId }),
  }),
  screen(paths.webhooks, () => import('../features/team/webhooks/Webhooks'), 'Webhooks', {
    load: (_, { bulkId }) => bulkId && prefetch('GetWebhooks', { id: bulkId }),
  }),
  screen(paths.webhook, () => import('../features/team/webhooks/WebhookLog'), 'WebhookLog', {
    search: addressOf<typeof webhookDeliveryList>(),
    load: (_, { bulkId }) => bulkId && prefetch('GetWebhooks', { id: bulkId }),
  }),
  screen(paths.apiTokens, () => import('../features/team/tokens/ApiTokens'), 'ApiTokens', {
    load: (_, { bulkId }) => bulkId && prefetch('GetApiTokens', { id: bulkId }),
  }),
  screen(paths.registration, () => import('../features/registration/customer/status/Status'), 'Status', {
    load: () => prefetch('GetRegistrationStatus', {}),
  }),
  screen(paths.registerCompany, () => import('../features/registration/customer/Register'), 'Register', {
    search: readStepSearch,
    load: () => prefetch('GetRegistrationStatus', {}),
  }),
  screen(paths.accountsNeeded, () => import('../features/home/AccountsNeeded'), 'AccountsNeeded', { search: readFrom }),
  screen(paths.profile, () => import('../features/identity/profile/MyProfile'), 'MyProfile', { load: prefetchProfile }),
  screen(paths.editProfile, () => import('../features/identity/profile/EditProfile'), 'EditProfile'),
  screen(paths.ownData, () => import('../features/personalData/OwnData'), 'OwnData', {
    load: () => prefetch('GetOwnDataRequests', {}),
  }),
  screen(paths.addFactor, () => import('../features/identity/factors/AddFactor'), 'AddFactor'),
  screen(paths.connectSso, () => import('../features/identity/sso/ConnectSso'), 'ConnectSso', {
    load: () => prefetch('GetOwnSso', {}),
  }),
  screen(paths.activity, () => import('../features/activity/ActivityLog'), 'CustomerActivity', {
    search: addressOf<typeof activityList>(),
  }),
  screen(paths.notifications, () => import('../features/notifications/Notifications'), 'Notifications', {
    search: addressOf<typeof notificationList>(),
  }),
] as const

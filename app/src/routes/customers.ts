/** Routes of the customers' screens. */
import { paths } from '../core/links'
import { readPreset } from '../features/accounts/accounting/choices'
import { accountingDocumentList } from '../features/accounts/accounting/documentList'
import { accountingRunList } from '../features/accounts/accounting/runList'
import { carbonReportList } from '../features/accounts/carbon/carbonReportList'
import { costCentreList } from '../features/accounts/costs/costCentreList'
import { costReportList } from '../features/accounts/costs/costReportList'
import { groupList } from '../features/accounts/groups/groupList'
import { accountList, accountListOfGroup, accountListOfNoGroup, accountListWithoutCentre } from '../features/accounts/list/accountList'
import { pendingList } from '../features/accounts/pending/pendingList'
import { activityList } from '../features/activity/activityList'
import { batchList } from '../features/bills/batchList'
import { billList, chargeList } from '../features/bills/billList'
import { findingList } from '../features/bills/findingList'
import { historyList } from '../features/bills/historyList'
import { queriesOfBill, readAsk } from '../features/bills/queries/ask'
import { queryList } from '../features/bills/queryList'
import { notificationList } from '../features/notifications/notificationList'
import { transactionList } from '../features/payments/paymentList'
import { proposalList } from '../features/payments/proposals/proposalList'
import { readTab } from '../features/payments/tabs'
import { readStepSearch } from '../features/registration/customer/steps/steps'
import { statementList } from '../features/statements/statementList'
import { memberList } from '../features/team/memberList'
import { webhookDeliveryList } from '../features/team/webhooks/deliveryList'
import { prefetch } from '../kit/call/read'
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
import { type RawSearch, readAddBy, screen, text } from './screen'

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
    search: batchList.read,
    load: prefetchBillFigures,
  }),
  screen(paths.outstandingBills, () => import('../features/bills/OutstandingBills'), 'OutstandingBills', {
    search: billList.read,
    load: prefetchBillFigures,
  }),
  screen(paths.outstandingCharges, () => import('../features/bills/OutstandingBills'), 'OutstandingCharges', {
    search: chargeList.read,
    load: prefetchBillFigures,
  }),
  screen(paths.billHistory, () => import('../features/bills/History'), 'History', {
    search: historyList.read,
    load: prefetchHistory,
  }),
  screen(paths.dueCalendar, () => import('../features/bills/DueCalendar'), 'DueCalendar', {
    search: text('on'),
    load: prefetchCalendar,
  }),
  screen(paths.findings, () => import('../features/bills/findings/Findings'), 'Findings', {
    search: findingList.read,
    load: prefetchFindings,
  }),
  screen(paths.queries, () => import('../features/bills/queries/Queries'), 'Queries', {
    search: queryList.read,
    load: prefetchBillFigures,
  }),
  screen(paths.auditSettings, () => import('../features/bills/findings/AuditSettings'), 'AuditSettings', {
    load: (_, { bulkId }) => bulkId && prefetch('GetAuditSettings', { id: bulkId }),
  }),
  screen(paths.bill, () => import('../features/bills/BillDetails'), 'BillDetails', {
    search: readAsk,
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
    search: transactionList.read,
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
    search: proposalList.read,
    load: (_, { bulkId }) => bulkId && prefetch('GetApprovalPolicy', { id: bulkId }),
  }),
  screen(paths.proposal, () => import('../features/payments/proposals/Proposal'), 'Proposal', {
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
    search: statementList.read,
    load: () => prefetch('GetStatementOffer', {}),
  }),
  screen(paths.accounts, () => import('../features/accounts/customer/Accounts'), 'AllAccounts', {
    search: accountList.read,
    load: (_, { bulkId }) => prefetchAccounts(bulkId),
  }),
  screen(paths.account, () => import('../features/accounts/customer/AccountView'), 'AccountView', {
    search: accountList.read,
    load: ({ accountNo }, { bulkId }) => {
      prefetch('GetAccountDetails', { accountNo })
      prefetchProgress(bulkId)
    },
  }),
  screen(paths.addAccounts, () => import('../features/accounts/adding/AddOwnAccounts'), 'AddOwnAccounts', { search: readAddBy }),
  screen(paths.pendingAccounts, () => import('../features/accounts/customer/Accounts'), 'PendingForAction', {
    search: pendingList.read,
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
    search: groupList.read,
    load: (_, { bulkId }) => prefetchAccounts(bulkId),
  }),
  screen(paths.group, () => import('../features/accounts/groups/GroupView'), 'GroupView', {
    search: accountListOfGroup.read,
    load: ({ groupId }, { bulkId }) => {
      prefetch('GetGroupDetails', { groupId })
      prefetchProgress(bulkId)
    },
  }),
  screen(paths.accountsInNoGroup, () => import('../features/accounts/groups/GroupView'), 'NotInGroup', {
    search: accountListOfNoGroup.read,
    load: (_, { bulkId }) => prefetchProgress(bulkId),
  }),
  screen(paths.costCentres, () => import('../features/accounts/costs/CostCentres'), 'CostCentres', { search: costCentreList.read }),
  screen(paths.uncodedAccounts, () => import('../features/accounts/costs/Uncoded'), 'Uncoded', {
    search: accountListWithoutCentre.read,
  }),
  screen(paths.groupCodings, () => import('../features/accounts/costs/GroupCodings'), 'GroupCodings', {
    load: (_, { bulkId }) => bulkId && prefetch('GetGroupCodings', { id: bulkId }),
  }),
  screen(paths.costReport, () => import('../features/accounts/costs/CostReport'), 'CostReport', { search: costReportList.read }),
  screen(paths.carbonReport, () => import('../features/accounts/carbon/CarbonReport'), 'CarbonReport', { search: carbonReportList.read }),
  screen(paths.accounting, () => import('../features/accounts/accounting/Accounting'), 'Accounting', { load: prefetchProfiles }),
  screen(paths.accountingRuns, () => import('../features/accounts/accounting/Runs'), 'Runs', { search: accountingRunList.read }),
  screen(paths.accountingDocuments, () => import('../features/accounts/accounting/Documents'), 'Documents', {
    search: accountingDocumentList.read,
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
    search: accountingDocumentList.read,
  }),
  screen(paths.users, () => import('../features/team/ManageUsers'), 'ManageUsers', {
    search: memberList.read,
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
    search: webhookDeliveryList.read,
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
  screen(paths.activity, () => import('../features/activity/ActivityLog'), 'CustomerActivity', { search: activityList.read }),
  screen(paths.notifications, () => import('../features/notifications/Notifications'), 'Notifications', {
    search: notificationList.read,
  }),
] as const

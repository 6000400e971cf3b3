/** Routes of the staff's screens. */
import { createRoute, redirect } from '@tanstack/react-router'
import { allows } from '../core/core'
import { paths } from '../core/links'
import type { accountListOfStaff } from '../features/accounts/list/accountList'
import type { pendingList, pendingListOfAll } from '../features/accounts/pending/pendingList'
import type { bulkAccountList } from '../features/accounts/staff/bulkAccountList'
import type { foundAccountList } from '../features/accounts/staff/foundAccountList'
import type { viewableList } from '../features/accounts/staff/viewableList'
import type { staffActivityList } from '../features/activity/activityList'
import type { queryQueueList } from '../features/bills/queries/staff/queryQueueList'
import type { unmatchedSettlementList } from '../features/bills/settlementList'
import type { batchReviewList } from '../features/bills/staff/batchReviewList'
import type { notificationList } from '../features/notifications/notificationList'
import type { announcementList } from '../features/operations/announcementList'
import type { feedImportList } from '../features/operations/feedImportList'
import type { jobList } from '../features/operations/jobList'
import type { outboxList } from '../features/operations/outboxList'
import type { rejectedList } from '../features/operations/rejectedList'
import type { allPaymentList, pendingPaymentList } from '../features/payments/paymentList'
import type { bankLineList } from '../features/payments/staff/bank/bankLineList'
import type { bankStatementList } from '../features/payments/staff/bank/bankStatementList'
import { readMatchSearch } from '../features/payments/staff/bank/matchSearch'
import type { lateList } from '../features/payments/staff/late/lateList'
import { readTab } from '../features/payments/tabs'
import type { breachList } from '../features/personalData/staff/breachList'
import type { dataRequestList } from '../features/personalData/staff/dataRequestList'
import { countOf, registrationFigures } from '../features/registration/staff/figures'
import type { registrationList } from '../features/registration/staff/registrationList'
import { readReviewSearch } from '../features/registration/staff/review/reviewSearch'
import type { businessUserList } from '../features/staff/businessUserList'
import type { staffUserList } from '../features/staff/staffUserList'
import type { memberList } from '../features/team/memberList'
import { prefetch } from '../kit/call/read'
import { readQueue } from '../kit/queue/origin'
import { prefetchBulkAccount, prefetchCompany, prefetchProfile, prefetchStaffHome } from './prefetch'
import { root } from './rootRoute'
import { addressOf, readAddBy, screen, text } from './screen'

/** Redirects staff to a list of payments that they may open. */
const staffPayments = createRoute({
  getParentRoute: () => root,
  path: paths.staffPayments,
  beforeLoad: ({ context }) => {
    const list = allows(context.profile.scopes, 'pendingApproval', 'view') ? paths.pendingPayments : paths.allPayments
    throw redirect({ to: list, replace: true })
  },
})

export const staff = [
  screen(paths.staffHome, () => import('../features/home/StaffHome'), 'StaffHome', { load: prefetchStaffHome }),
  screen(paths.firstTimeLogin, () => import('../features/identity/profile/FirstTimeLogin'), 'FirstTimeLogin'),
  screen(paths.staffProfile, () => import('../features/identity/profile/MyProfile'), 'MyProfile', { load: prefetchProfile }),
  screen(paths.editStaffProfile, () => import('../features/identity/profile/EditProfile'), 'EditProfile'),
  screen(paths.staffOwnData, () => import('../features/personalData/OwnData'), 'OwnData', {
    load: () => prefetch('GetOwnDataRequests', {}),
  }),
  screen(paths.addStaffFactor, () => import('../features/identity/factors/AddFactor'), 'AddFactor'),
  screen(paths.pendingPayments, () => import('../features/payments/staff/PendingPayments'), 'PendingPayments', {
    search: addressOf<typeof pendingPaymentList>(),
    load: () => prefetch('GetAdminPendingPaymentsCards', {}),
  }),
  screen(paths.allPayments, () => import('../features/payments/staff/AllPayments'), 'AllPayments', {
    search: addressOf<typeof allPaymentList>(),
    load: () => prefetch('GetAdminAllPaymentsCards', {}),
  }),
  screen(paths.staffPayment, () => import('../features/payments/staff/StaffPayment'), 'StaffPayment', {
    search: readTab,
    load: ({ transactionNo }) => prefetch('GetAdminPaymentDetails', { transactionNo, recordCount: 1 }),
  }),
  screen(paths.batchReviews, () => import('../features/bills/staff/BatchReviews'), 'BatchReviews', {
    search: addressOf<typeof batchReviewList>(),
  }),
  screen(paths.bankStatements, () => import('../features/payments/staff/bank/BankStatements'), 'BankStatements', {
    search: addressOf<typeof bankStatementList>(),
  }),
  screen(paths.bankStatement, () => import('../features/payments/staff/bank/BankStatement'), 'BankStatement', {
    search: addressOf<typeof bankLineList>(),
    load: ({ statementId }) => prefetch('GetBankStatement', { statementId }),
  }),
  screen(paths.bankLine, () => import('../features/payments/staff/bank/FindMatch'), 'FindMatch', {
    search: readMatchSearch,
    load: ({ statementId, line }) => prefetch('GetMatchCandidates', { statementId, line: Number(line) }),
  }),
  screen(paths.unmatchedSettlements, () => import('../features/bills/staff/UnmatchedSettlements'), 'UnmatchedSettlements', {
    search: addressOf<typeof unmatchedSettlementList>(),
  }),
  screen(paths.gatewayQuery, () => import('../features/payments/staff/GatewayQuery'), 'GatewayQuery', { search: text('merchantTranId') }),
  screen(paths.lateConfirmations, () => import('../features/payments/staff/late/LateConfirmations'), 'LateConfirmations', {
    search: addressOf<typeof lateList>(),
  }),
  screen(paths.lateConfirmation, () => import('../features/payments/staff/late/LateConfirmation'), 'LateConfirmation', {
    search: readQueue,
    load: ({ lateId }) => prefetch('GetLateConfirmation', { lateId }),
  }),
  screen(paths.registrations, () => import('../features/registration/staff/Registrations'), 'Registrations', {
    search: addressOf<typeof registrationList>(),
    load: () => {
      for (const figure of registrationFigures) prefetch('BulkUserRegistrationTable', countOf(figure))
    },
  }),
  screen(paths.reviewRegistration, () => import('../features/registration/staff/review/ReviewRegistration'), 'ReviewRegistration', {
    search: readReviewSearch,
    load: ({ registrationId }) => prefetch('GetRegistrationApplicationByID', { id: registrationId }),
  }),
  screen(paths.queryQueue, () => import('../features/bills/queries/staff/QueryQueue'), 'QueryQueue', {
    search: addressOf<typeof queryQueueList>(),
  }),
  screen(paths.queryService, () => import('../features/bills/queries/staff/QueryService'), 'QueryService', {
    load: () => prefetch('GetQueryService', {}),
  }),
  screen(paths.staffQuery, () => import('../features/bills/queries/staff/StaffQuery'), 'StaffQuery', {
    search: readQueue,
    load: ({ bulkId, queryId }) => prefetch('GetQuery', { id: bulkId, queryId }),
  }),
  screen(paths.bulkAccounts, () => import('../features/accounts/staff/BulkAccounts'), 'BulkAccounts', {
    search: addressOf<typeof bulkAccountList>(),
    load: () => prefetch('GetBulkAccountsCards', {}),
  }),
  screen(paths.searchAccounts, () => import('../features/accounts/staff/BulkAccounts'), 'SearchAccounts', {
    search: addressOf<typeof foundAccountList>(),
  }),
  screen(paths.customerView, () => import('../features/accounts/staff/CustomerView'), 'CustomerView', {
    search: addressOf<typeof viewableList>(),
  }),
  screen(paths.allPendingAccounts, () => import('../features/accounts/staff/BulkAccounts'), 'PendingOfAll', {
    search: addressOf<typeof pendingListOfAll>(),
  }),
  screen(paths.bulkAccount, () => import('../features/accounts/staff/BulkAccount'), 'BulkAccount', {
    search: addressOf<typeof accountListOfStaff>(),
    load: ({ bulkId }) => prefetchBulkAccount(bulkId),
  }),
  screen(paths.addBulkAccounts, () => import('../features/accounts/adding/AddBulkAccounts'), 'AddBulkAccounts', {
    search: readAddBy,
    load: ({ bulkId }) => prefetch('GetProfile', { id: bulkId }),
  }),
  screen(paths.bulkPending, () => import('../features/accounts/staff/BulkAccount'), 'BulkPending', {
    search: addressOf<typeof pendingList>(),
    load: ({ bulkId }) => prefetchBulkAccount(bulkId),
  }),
  screen(paths.bulkUsers, () => import('../features/team/BulkUsers'), 'BulkUsers', {
    search: addressOf<typeof memberList>(),
    load: ({ bulkId }) => prefetch('GetManageUsersCards', { id: bulkId }),
  }),
  screen(paths.bulkCompany, () => import('../features/accounts/staff/BulkCompany'), 'BulkCompany', {
    load: ({ bulkId }) => {
      prefetchBulkAccount(bulkId)
      prefetchCompany(bulkId)
    },
  }),
  screen(paths.editBulkCompany, () => import('../features/accounts/staff/EditBulkCompany'), 'EditBulkCompany', {
    load: ({ bulkId }) => prefetch('GetProfile', { id: bulkId }),
  }),
  screen(paths.staffUsers, () => import('../features/staff/StaffUsers'), 'StaffUsers', {
    search: addressOf<typeof staffUserList>(),
    load: () => {
      prefetch('GetTNBUsersCards', {})
      prefetch('GetStaffProposals', {})
      prefetch('GetFactorResets', {})
    },
  }),
  screen(paths.businessUsers, () => import('../features/staff/BusinessUsers'), 'BusinessUsers', {
    search: addressOf<typeof businessUserList>(),
    load: () => prefetch('GetUsersCards', {}),
  }),
  screen(paths.dataRequests, () => import('../features/personalData/staff/DataRequests'), 'DataRequests', {
    search: addressOf<typeof dataRequestList>(),
  }),
  screen(paths.dataRequest, () => import('../features/personalData/staff/DataRequest'), 'DataRequest', {
    search: readQueue,
    load: ({ number }) => prefetch('GetDataRequest', { number }),
  }),
  screen(paths.breaches, () => import('../features/personalData/staff/Breaches'), 'Breaches', { search: addressOf<typeof breachList>() }),
  screen(paths.breach, () => import('../features/personalData/staff/Breach'), 'Breach', {
    load: ({ number }) => prefetch('GetBreach', { number }),
  }),
  screen(paths.jobs, () => import('../features/operations/Jobs'), 'Jobs', { search: addressOf<typeof jobList>() }),
  screen(paths.outbox, () => import('../features/operations/Outbox'), 'Outbox', { search: addressOf<typeof outboxList>() }),
  screen(paths.feedImports, () => import('../features/operations/FeedImports'), 'FeedImports', {
    search: addressOf<typeof feedImportList>(),
  }),
  screen(paths.feedImport, () => import('../features/operations/FeedImport'), 'FeedImport', {
    search: addressOf<typeof rejectedList>(),
    load: ({ importId }) => prefetch('GetFeedImport', { importId }),
  }),
  screen(paths.announcements, () => import('../features/operations/Announcements'), 'Announcements', {
    search: addressOf<typeof announcementList>(),
  }),
  screen(paths.operationSettings, () => import('../features/operations/Settings'), 'Settings', {
    search: text('method'),
    load: () => prefetch('GetOperationSettings', {}),
  }),
  screen(paths.staffActivity, () => import('../features/activity/StaffActivity'), 'StaffActivity', {
    search: addressOf<typeof staffActivityList>(),
    load: () => prefetch('GetActivityCheck', {}),
  }),
  screen(paths.staffNotifications, () => import('../features/notifications/Notifications'), 'StaffNotifications', {
    search: addressOf<typeof notificationList>(),
  }),
  staffPayments,
] as const

/** The screens behind the sign-in. Who may open them is core's: its list of screens guards them all. */
import { createRoute, createRouter, lazyRouteComponent, type ResolveParams, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allows, type Profile } from '../core/core'
import { paths } from '../core/links'
import { viewedId, viewRewrite } from '../core/viewed'
import { groupList } from '../features/accounts/groups/groupList'
import { accountList, accountListOfGroup, accountListOfNoGroup, accountListOfStaff } from '../features/accounts/list/accountList'
import { pendingList, pendingListOfAll } from '../features/accounts/pending/pendingList'
import { bulkAccountList } from '../features/accounts/staff/bulkAccountList'
import { foundAccountList } from '../features/accounts/staff/foundAccountList'
import { viewableList } from '../features/accounts/staff/viewableList'
import { activityList, staffActivityList } from '../features/activity/activityList'
import { batchList } from '../features/bills/batchList'
import { billList, chargeList } from '../features/bills/billList'
import { historyList } from '../features/bills/historyList'
import { notificationList } from '../features/notifications/notificationList'
import { announcementList } from '../features/operations/announcementList'
import { feedImportList } from '../features/operations/feedImportList'
import { jobList } from '../features/operations/jobList'
import { outboxList } from '../features/operations/outboxList'
import { rejectedList } from '../features/operations/rejectedList'
import { allPaymentList, pendingPaymentList, transactionList } from '../features/payments/paymentList'
import { bankLineList } from '../features/payments/staff/bank/bankLineList'
import { bankStatementList } from '../features/payments/staff/bank/bankStatementList'
import { lateList } from '../features/payments/staff/late/lateList'
import { readTab } from '../features/payments/tabs'
import { readStepSearch } from '../features/registration/customer/steps/steps'
import { countOf, registrationFigures, registrationList } from '../features/registration/staff/registrationList'
import { readReviewSearch } from '../features/registration/staff/review/reviewSearch'
import { businessUserList } from '../features/staff/businessUserList'
import { staffUserList } from '../features/staff/staffUserList'
import { statementList } from '../features/statements/statementList'
import { memberList } from '../features/team/memberList'
import { prefetch } from '../kit/call/read'
import { CouldNotLoad } from '../kit/page/CouldNotLoad'
import { withWords } from '../words/store'
import { parseSearch, stringifySearch } from './plainSearch'
import {
  prefetchAccounts,
  prefetchBillFigures,
  prefetchBulkAccount,
  prefetchCalendar,
  prefetchCompany,
  prefetchHistory,
  prefetchHome,
  prefetchPayment,
  prefetchPaymentFigures,
  prefetchProfile,
  prefetchProgress,
  prefetchStaffHome,
  prefetchWaysToPay,
} from './prefetch'
import { root } from './rootRoute'
import { wordsAt } from './screenWords'

type RawSearch = Record<string, unknown>

interface Options<Path extends string, Search> {
  /** What the query of the address says. */
  search?: (raw: RawSearch) => Search
  /** What is asked for while the screen is fetched. */
  load?: (params: ResolveParams<Path>, profile: Profile) => void
}

/** A screen, fetched with its words when it is opened, or when the pointer rests on a link to it. */
const screen = <const Path extends string, Module extends Record<string, () => ReactNode>, Search extends object = RawSearch>(
  path: Path,
  fetch: () => Promise<Module>,
  name: keyof Module & string,
  { search = (raw) => raw as Search, load }: Options<Path, Search> = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    component: lazyRouteComponent(withWords(wordsAt(path), fetch), name),
    loader: ({ params, context }) => load?.(params as ResolveParams<Path>, context.profile),
  })

/** Where somebody was on the way to. It is only an address of the portal itself. */
function readFrom(raw: RawSearch): { from?: string | undefined } {
  const from = typeof raw.from === 'string' ? raw.from : undefined
  return { from: from?.startsWith('/') && !from.startsWith('//') ? from : undefined }
}

/** A parameter of an address, as text. */
const text =
  <const Name extends string>(name: Name) =>
  (raw: RawSearch): { [key in Name]?: string | undefined } =>
    (raw[name] === undefined ? {} : { [name]: String(raw[name]) }) as { [key in Name]?: string }

/** How accounts are added: typed, unless the address says otherwise. */
const readAddBy = ({ by }: RawSearch): { by?: 'workbook' | undefined } => (by === 'workbook' ? { by } : {})

const messages = () => import('../kit/page/Message')

const customers = [
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
  screen(paths.bill, () => import('../features/bills/BillDetails'), 'BillDetails', {
    load: ({ invoiceNo }) => prefetch('GetBillDetails', { invoiceNo }),
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
  screen(paths.editCompany, () => import('../features/accounts/customer/Company'), 'EditOwnCompany', {
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
  screen(paths.users, () => import('../features/team/ManageUsers'), 'ManageUsers', {
    search: memberList.read,
    load: (_, { bulkId }) => {
      if (bulkId) prefetch('GetManageUsersCards', { id: bulkId })
    },
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
  screen(paths.activity, () => import('../features/activity/ActivityLog'), 'CustomerActivity', { search: activityList.read }),
  screen(paths.notifications, () => import('../features/notifications/Notifications'), 'Notifications', {
    search: notificationList.read,
  }),
] as const

const staff = [
  screen(paths.staffHome, () => import('../features/home/StaffHome'), 'StaffHome', { load: prefetchStaffHome }),
  screen(paths.firstTimeLogin, () => import('../features/identity/profile/FirstTimeLogin'), 'FirstTimeLogin'),
  screen(paths.staffProfile, () => import('../features/identity/profile/MyProfile'), 'MyProfile', { load: prefetchProfile }),
  screen(paths.editStaffProfile, () => import('../features/identity/profile/EditProfile'), 'EditProfile'),
  screen(paths.pendingPayments, () => import('../features/payments/staff/PendingPayments'), 'PendingPayments', {
    search: pendingPaymentList.read,
    load: () => prefetch('GetAdminPendingPaymentsCards', {}),
  }),
  screen(paths.allPayments, () => import('../features/payments/staff/AllPayments'), 'AllPayments', {
    search: allPaymentList.read,
    load: () => prefetch('GetAdminAllPaymentsCards', {}),
  }),
  screen(paths.staffPayment, () => import('../features/payments/staff/StaffPayment'), 'StaffPayment', {
    search: readTab,
    load: ({ transactionNo }) => prefetch('GetAdminPaymentDetails', { transactionNo, recordCount: 1 }),
  }),
  screen(paths.bankStatements, () => import('../features/payments/staff/bank/BankStatements'), 'BankStatements', {
    search: bankStatementList.read,
  }),
  screen(paths.bankStatement, () => import('../features/payments/staff/bank/BankStatement'), 'BankStatement', {
    search: bankLineList.read,
    load: ({ statementId }) => prefetch('GetBankStatement', { statementId }),
  }),
  screen(paths.gatewayQuery, () => import('../features/payments/staff/GatewayQuery'), 'GatewayQuery', { search: text('merchantTranId') }),
  screen(paths.lateConfirmations, () => import('../features/payments/staff/late/LateConfirmations'), 'LateConfirmations', {
    search: lateList.read,
  }),
  screen(paths.lateConfirmation, () => import('../features/payments/staff/late/LateConfirmation'), 'LateConfirmation', {
    load: ({ lateId }) => prefetch('GetLateConfirmation', { lateId }),
  }),
  screen(paths.registrations, () => import('../features/registration/staff/Registrations'), 'Registrations', {
    search: registrationList.read,
    load: () => {
      for (const figure of registrationFigures) prefetch('BulkUserRegistrationTable', countOf(figure))
    },
  }),
  screen(paths.reviewRegistration, () => import('../features/registration/staff/review/ReviewRegistration'), 'ReviewRegistration', {
    search: readReviewSearch,
    load: ({ registrationId }) => prefetch('GetRegistrationApplicationByID', { id: registrationId }),
  }),
  screen(paths.bulkAccounts, () => import('../features/accounts/staff/BulkAccounts'), 'BulkAccounts', {
    search: bulkAccountList.read,
    load: () => prefetch('GetBulkAccountsCards', {}),
  }),
  screen(paths.searchAccounts, () => import('../features/accounts/staff/BulkAccounts'), 'SearchAccounts', {
    search: foundAccountList.read,
  }),
  screen(paths.customerView, () => import('../features/accounts/staff/CustomerView'), 'CustomerView', { search: viewableList.read }),
  screen(paths.allPendingAccounts, () => import('../features/accounts/staff/BulkAccounts'), 'PendingOfAll', {
    search: pendingListOfAll.read,
  }),
  screen(paths.bulkAccount, () => import('../features/accounts/staff/BulkAccount'), 'BulkAccount', {
    search: accountListOfStaff.read,
    load: ({ bulkId }) => prefetchBulkAccount(bulkId),
  }),
  screen(paths.addBulkAccounts, () => import('../features/accounts/adding/AddBulkAccounts'), 'AddBulkAccounts', {
    search: readAddBy,
    load: ({ bulkId }) => prefetch('GetProfile', { id: bulkId }),
  }),
  screen(paths.bulkPending, () => import('../features/accounts/staff/BulkAccount'), 'BulkPending', {
    search: pendingList.read,
    load: ({ bulkId }) => prefetchBulkAccount(bulkId),
  }),
  screen(paths.bulkUsers, () => import('../features/team/BulkUsers'), 'BulkUsers', {
    search: memberList.read,
    load: ({ bulkId }) => prefetch('GetManageUsersCards', { id: bulkId }),
  }),
  screen(paths.bulkCompany, () => import('../features/accounts/staff/BulkCompany'), 'BulkCompany', {
    load: ({ bulkId }) => {
      prefetchBulkAccount(bulkId)
      prefetchCompany(bulkId)
    },
  }),
  screen(paths.editBulkCompany, () => import('../features/accounts/staff/BulkCompany'), 'EditBulkCompany', {
    load: ({ bulkId }) => prefetch('GetProfile', { id: bulkId }),
  }),
  screen(paths.staffUsers, () => import('../features/staff/StaffUsers'), 'StaffUsers', {
    search: staffUserList.read,
    load: () => prefetch('GetTNBUsersCards', {}),
  }),
  screen(paths.businessUsers, () => import('../features/staff/BusinessUsers'), 'BusinessUsers', {
    search: businessUserList.read,
    load: () => prefetch('GetUsersCards', {}),
  }),
  screen(paths.jobs, () => import('../features/operations/Jobs'), 'Jobs', { search: jobList.read }),
  screen(paths.outbox, () => import('../features/operations/Outbox'), 'Outbox', { search: outboxList.read }),
  screen(paths.feedImports, () => import('../features/operations/FeedImports'), 'FeedImports', { search: feedImportList.read }),
  screen(paths.feedImport, () => import('../features/operations/FeedImport'), 'FeedImport', {
    search: rejectedList.read,
    load: ({ importId }) => prefetch('GetFeedImport', { importId }),
  }),
  screen(paths.announcements, () => import('../features/operations/Announcements'), 'Announcements', { search: announcementList.read }),
  screen(paths.operationSettings, () => import('../features/operations/Settings'), 'Settings', {
    search: text('method'),
    load: () => prefetch('GetOperationSettings', {}),
  }),
  screen(paths.staffActivity, () => import('../features/activity/StaffActivity'), 'StaffActivity', {
    search: staffActivityList.read,
    load: () => prefetch('GetActivityCheck', {}),
  }),
  screen(paths.staffNotifications, () => import('../features/notifications/Notifications'), 'StaffNotifications', {
    search: notificationList.read,
  }),
] as const

/** Where staff of either list of payments land. */
const staffPayments = createRoute({
  getParentRoute: () => root,
  path: paths.staffPayments,
  beforeLoad: ({ context }) => {
    const list = allows(context.profile.scopes, 'pendingApproval', 'view') ? paths.pendingPayments : paths.allPayments
    throw redirect({ to: list, replace: true })
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    ...customers,
    ...staff,
    staffPayments,
    screen(paths.notFound, messages, 'NotFound'),
    screen(paths.unauthorized, messages, 'Unauthorized'),
  ]),
  parseSearch,
  stringifySearch,
  ...(viewedId !== undefined && { rewrite: viewRewrite }),
  defaultPreload: 'intent',
  defaultPendingMs: 500,
  scrollRestoration: true,
  defaultErrorComponent: CouldNotLoad,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The screens behind the sign-in. Who may open them is core's: its list of screens guards them all. */
import { createRoute, createRouter, lazyRouteComponent, type ResolveParams, redirect } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { allows, type Profile } from '../core/core'
import { paths } from '../core/links'
import { accountList, accountListOfGroup, accountListOfNoGroup, accountListOfStaff } from '../features/accounts/accountList'
import { readAddBy } from '../features/accounts/adding/readAddBy'
import { groupList } from '../features/accounts/groups/groupList'
import { pendingList, pendingListOfAll } from '../features/accounts/pending/pendingList'
import { bulkAccountList } from '../features/accounts/staff/bulkAccountList'
import { foundAccountList } from '../features/accounts/staff/foundAccountList'
import { billList, chargeList } from '../features/bills/billList'
import { allPaymentList, pendingPaymentList, transactionList } from '../features/payments/paymentList'
import { readTab } from '../features/payments/tabs'
import { readStepSearch } from '../features/registration/customer/steps/steps'
import { countOf, registrationFigures, registrationList } from '../features/registration/staff/registrationList'
import { readReviewSearch } from '../features/registration/staff/review/reviewSearch'
import { businessUserList } from '../features/staff/businessUserList'
import { staffUserList } from '../features/staff/staffUserList'
import { memberList } from '../features/team/memberList'
import { prefetch } from '../kit/call/read'
import { CouldNotLoad } from '../kit/page/CouldNotLoad'
import { parseSearch, stringifySearch } from './plainSearch'
import { root } from './rootRoute'

type RawSearch = Record<string, unknown>

interface Options<Path extends string, Search> {
  /** What the query of the address says. */
  search?: (raw: RawSearch) => Search
  /** What is asked for while the screen is fetched. */
  load?: (params: ResolveParams<Path>, profile: Profile) => void
}

/** A screen, fetched when it is opened, or when the pointer rests on a link to it. */
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
    component: lazyRouteComponent(fetch, name),
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
  (raw: RawSearch): { [key in Name]?: string } =>
    (raw[name] === undefined ? {} : { [name]: String(raw[name]) }) as { [key in Name]?: string }

const messages = () => import('../kit/page/Message')
const later = () => import('../kit/page/Later')

/** Home shows other figures to whoever has no bulk account, or no usable electricity account. */
function prefetchHome(_: object, { bulkId, hasValidContractAccount }: Profile) {
  if (!bulkId) return prefetch('GetRegistrationStatus', {})
  if (!hasValidContractAccount) return
  prefetch('GetOutstandingBillsCard', { id: bulkId })
  prefetch('GetTransactionsCards', { bulkId })
  prefetch('GetAccountCards', { id: bulkId })
}

function prefetchStaffHome(_: object, { scopes }: Profile) {
  if (allows(scopes, 'pendingApproval', 'view')) prefetch('GetAdminPendingPaymentsCards', {})
  if (allows(scopes, 'manageBulkAccounts', 'view')) prefetch('BulkUserRegistrationTable', countOf('pending'))
}

function prefetchProfile() {
  prefetch('GetUserPreferences', {})
  prefetch('GetSessions', {})
}

const customers = [
  screen(paths.home, () => import('../features/home/Home'), 'Home', { load: prefetchHome }),
  screen(paths.batches, () => import('../features/bills/Batches'), 'Batches'),
  screen(paths.outstandingBills, () => import('../features/bills/OutstandingBills'), 'OutstandingBills', { search: billList.read }),
  screen(paths.outstandingCharges, () => import('../features/bills/OutstandingBills'), 'OutstandingCharges', { search: chargeList.read }),
  screen(paths.bill, () => import('../features/bills/BillDetails'), 'BillDetails', {
    load: ({ invoiceNo }) => prefetch('GetBillDetails', { invoiceNo }),
  }),
  screen(paths.payMethod, () => import('../features/payments/customer/making/Method'), 'Method', {
    load: () => prefetch('GetPaymentMethods', {}),
  }),
  screen(paths.payReview, () => import('../features/payments/customer/making/Review'), 'Review'),
  screen(paths.payments, () => import('../features/payments/customer/Transactions'), 'Transactions', { search: transactionList.read }),
  screen(paths.payment, () => import('../features/payments/customer/PaymentDetails'), 'PaymentDetails', { search: readTab }),
  screen(paths.paymentResult, () => import('../features/payments/customer/making/Result'), 'Result'),
  screen(paths.paymentDifference, () => import('../features/payments/customer/PayDifference'), 'PayDifference'),
  screen(paths.paymentCredit, () => import('../features/payments/customer/ChooseCredit'), 'ChooseCredit', { search: text('account') }),
  screen(paths.accounts, () => import('../features/accounts/customer/AllAccounts'), 'AllAccounts', { search: accountList.read }),
  screen(paths.account, () => import('../features/accounts/customer/AccountView'), 'AccountView', {
    search: accountList.read,
    load: ({ accountNo }) => prefetch('GetAccountDetails', { accountNo }),
  }),
  screen(paths.addAccounts, () => import('../features/accounts/customer/AddOwnAccounts'), 'AddOwnAccounts', { search: readAddBy }),
  screen(paths.pendingAccounts, () => import('../features/accounts/customer/PendingForAction'), 'PendingForAction', {
    search: pendingList.read,
  }),
  screen(paths.company, () => import('../features/accounts/customer/Company'), 'Company'),
  screen(paths.editCompany, () => import('../features/accounts/customer/Company'), 'EditOwnCompany'),
  screen(paths.groups, () => import('../features/accounts/groups/Groups'), 'Groups', { search: groupList.read }),
  screen(paths.group, () => import('../features/accounts/groups/GroupView'), 'GroupView', { search: accountListOfGroup.read }),
  screen(paths.accountsInNoGroup, () => import('../features/accounts/groups/NotInGroup'), 'NotInGroup', {
    search: accountListOfNoGroup.read,
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
  screen(paths.activity, later, 'Later'),
  screen(paths.notifications, later, 'Later'),
] as const

const staff = [
  screen(paths.staffHome, () => import('../features/home/StaffHome'), 'StaffHome', { load: prefetchStaffHome }),
  screen(paths.firstTimeLogin, () => import('../features/identity/profile/FirstTimeLogin'), 'FirstTimeLogin'),
  screen(paths.staffProfile, () => import('../features/identity/profile/MyProfile'), 'MyProfile', { load: prefetchProfile }),
  screen(paths.editStaffProfile, () => import('../features/identity/profile/EditProfile'), 'EditProfile'),
  screen(paths.pendingPayments, () => import('../features/payments/staff/PendingPayments'), 'PendingPayments', {
    search: pendingPaymentList.read,
  }),
  screen(paths.allPayments, () => import('../features/payments/staff/AllPayments'), 'AllPayments', { search: allPaymentList.read }),
  screen(paths.staffPayment, () => import('../features/payments/staff/StaffPayment'), 'StaffPayment', { search: readTab }),
  screen(paths.gatewayQuery, () => import('../features/payments/staff/GatewayQuery'), 'GatewayQuery', { search: text('merchantTranId') }),
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
  screen(paths.bulkAccounts, () => import('../features/accounts/staff/BulkAccounts'), 'BulkAccounts', { search: bulkAccountList.read }),
  screen(paths.searchAccounts, () => import('../features/accounts/staff/SearchAccounts'), 'SearchAccounts', {
    search: foundAccountList.read,
  }),
  screen(paths.allPendingAccounts, () => import('../features/accounts/staff/PendingOfAll'), 'PendingOfAll', {
    search: pendingListOfAll.read,
  }),
  screen(paths.bulkAccount, () => import('../features/accounts/staff/BulkAccount'), 'BulkAccount', { search: accountListOfStaff.read }),
  screen(paths.addBulkAccounts, () => import('../features/accounts/staff/AddBulkAccounts'), 'AddBulkAccounts', { search: readAddBy }),
  screen(paths.bulkPending, () => import('../features/accounts/staff/BulkPending'), 'BulkPending', { search: pendingList.read }),
  screen(paths.bulkUsers, () => import('../features/team/BulkUsers'), 'BulkUsers', {
    search: memberList.read,
    load: ({ bulkId }) => prefetch('GetManageUsersCards', { id: bulkId }),
  }),
  screen(paths.bulkCompany, () => import('../features/accounts/staff/BulkCompany'), 'BulkCompany'),
  screen(paths.editBulkCompany, () => import('../features/accounts/staff/BulkCompany'), 'EditBulkCompany'),
  screen(paths.staffUsers, () => import('../features/staff/StaffUsers'), 'StaffUsers', {
    search: staffUserList.read,
    load: () => prefetch('GetTNBUsersCards', {}),
  }),
  screen(paths.businessUsers, () => import('../features/staff/BusinessUsers'), 'BusinessUsers', {
    search: businessUserList.read,
    load: () => prefetch('GetUsersCards', {}),
  }),
  screen(paths.staffActivity, later, 'Later'),
  screen(paths.staffNotifications, later, 'Later'),
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

/** The addresses of the portal. Who may open them is core's: its list of screens guards them all. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { Refused } from './api'
import { allows, needsAccount, opensFor, type Profile, screenAt } from './core'
import { readAccountSearch, readGroupAccountSearch } from './features/accounts/accountSearch'
import { readPendingSearch } from './features/accounts/pendingSearch'
import { readBillSearch } from './features/bills/billSearch'
import { readBulkSearch, readFoundSearch } from './features/bulkaccounts/bulkSearch'
import { readGroupSearch } from './features/groups/groupSearch'
import { Home } from './features/home/Home'
import { StaffHome } from './features/home/StaffHome'
import { readListSearch } from './features/payments/listSearch'
import { customerStatuses, staffStatuses } from './features/payments/statuses'
import { readTab } from './features/payments/tabs'
import { readFrom } from './features/registration/readFrom'
import { readStepSearch } from './features/registration/steps'
import { readRegistrationSearch, readReviewSearch } from './features/registrations/registrationSearch'
import { readPeopleSearch, staffRoles, teamRoles } from './features/team/peopleSearch'
import { bringPreferences } from './preferences'
import { leaveForSignIn, newPasswordAddress, profileQuery, queries, readProfileAgain } from './session'
import { CouldNotLoad } from './shell/CouldNotLoad'
import { Later } from './shell/Later'
import { Shell } from './shell/Shell'
import { isStaffRole } from './useProfile'

/** Leaves the portal's part of the app, and never comes back to the code that asked. */
function leaveFor(address: string): Promise<never> {
  location.replace(address)
  return new Promise(() => undefined)
}

async function guard(path: string, address: string): Promise<{ profile: Profile }> {
  const screen = screenAt(path)
  if (!screen) return leaveFor('/404')
  if (screen.audience === 'public') return leaveFor(path)
  let profile: Profile
  try {
    ;[profile] = await Promise.all([queries.ensureQueryData(profileQuery(screen.audience === 'staff')), bringPreferences()])
  } catch (error) {
    if (error instanceof Refused && error.status === 401) {
      leaveForSignIn(error.body.code === 'sessionExpired')
      return new Promise(() => undefined)
    }
    if (error instanceof Refused && error.status === 403) return leaveFor('/unauthorized')
    throw error
  }
  const isFirst = path === newPasswordAddress(true)
  // A new password comes first, and is then set no second time.
  if (profile.isPasswordResetRequired !== isFirst && (profile.isPasswordResetRequired || isFirst)) {
    if (isFirst) return leaveFor('/admin')
    return leaveFor(newPasswordAddress(isStaffRole(profile.role)))
  }
  if (!opensFor(path, profile)) return leaveFor('/unauthorized')
  if (isClosed(path, profile)) {
    // An account may have been put right since the profile was read.
    profile = await readProfileAgain(false)
    if (isClosed(path, profile)) throw redirect({ to: '/bulkAccount/accountsNeeded', search: { from: address }, replace: true })
  }
  return { profile }
}

const isClosed = (path: string, { bulkId, hasValidContractAccount }: Profile) =>
  bulkId !== null && !hasValidContractAccount && needsAccount(path)

const root = createRootRoute({
  beforeLoad: ({ location }) => guard(location.pathname, location.href),
  component: Shell,
  errorComponent: CouldNotLoad,
  notFoundComponent: Later,
})

const home = createRoute({ getParentRoute: () => root, path: '/home', component: Home })
const staffHome = createRoute({ getParentRoute: () => root, path: '/admin', component: StaffHome })

const transactions = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/transactions',
  validateSearch: readListSearch(customerStatuses),
  component: lazyRouteComponent(() => import('./features/payments/Transactions'), 'Transactions'),
})
const transaction = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/transactions/$transactionNo',
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('./features/payments/PaymentDetails'), 'PaymentDetails'),
})
const difference = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/transactions/$transactionNo/difference',
  component: lazyRouteComponent(() => import('./features/payments/PayDifference'), 'PayDifference'),
})
const credit = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/transactions/$transactionNo/credit',
  validateSearch: (raw: Record<string, unknown>): { account?: string } =>
    raw.account === undefined ? {} : { account: String(raw.account) },
  component: lazyRouteComponent(() => import('./features/payments/ChooseCredit'), 'ChooseCredit'),
})

/** Where staff of either list land. */
const staffPayments = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments',
  beforeLoad: ({ context }) => {
    const list = allows(context.profile.scopes, 'pendingApproval', 'view') ? '/admin/payments/pending' : '/admin/payments/all'
    throw redirect({ to: list, replace: true })
  },
})
const pendingPayments = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments/pending',
  validateSearch: readListSearch({}),
  component: lazyRouteComponent(() => import('./features/staff/PendingPayments'), 'PendingPayments'),
})
const allPayments = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments/all',
  validateSearch: readListSearch(staffStatuses),
  component: lazyRouteComponent(() => import('./features/staff/AllPayments'), 'AllPayments'),
})
const staffPayment = createRoute({
  getParentRoute: () => root,
  path: '/admin/payments/$transactionNo',
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('./features/staff/StaffPayment'), 'StaffPayment'),
})
const gatewayQuery = createRoute({
  getParentRoute: () => root,
  path: '/admin/paymentGatewayQuery',
  validateSearch: (raw: Record<string, unknown>): { merchantTranId?: string } =>
    raw.merchantTranId === undefined ? {} : { merchantTranId: String(raw.merchantTranId) },
  component: lazyRouteComponent(() => import('./features/staff/GatewayQuery'), 'GatewayQuery'),
})

// Bills and paying them: each screen comes when it is opened.
const batches = createRoute({
  getParentRoute: () => root,
  path: '/billPayment',
  component: lazyRouteComponent(() => import('./features/bills/Batches'), 'Batches'),
})
const outstandingBills = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/outstanding',
  validateSearch: readBillSearch,
  component: lazyRouteComponent(() => import('./features/bills/OutstandingBills'), 'OutstandingBills'),
})
const outstandingCharges = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/charges',
  validateSearch: readBillSearch,
  component: lazyRouteComponent(() => import('./features/bills/OutstandingCharges'), 'OutstandingCharges'),
})
const billDetails = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/bills/$invoiceNo',
  component: lazyRouteComponent(() => import('./features/bills/BillDetails'), 'BillDetails'),
})
const payMethod = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/pay/method',
  component: lazyRouteComponent(() => import('./features/pay/Method'), 'Method'),
})
const payReview = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/pay/review',
  component: lazyRouteComponent(() => import('./features/pay/Review'), 'Review'),
})
const payResult = createRoute({
  getParentRoute: () => root,
  path: '/billPayment/transactions/$transactionNo/result',
  component: lazyRouteComponent(() => import('./features/pay/Result'), 'Result'),
})
const billRoutes = [batches, outstandingBills, outstandingCharges, billDetails, payMethod, payReview, payResult] as const

// Electricity accounts, their groups, and the company.
const allAccounts = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import('./features/accounts/AllAccounts'), 'AllAccounts'),
})
const accountView = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/accounts/$accountNo',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import('./features/accounts/AccountView'), 'AccountView'),
})
/** How accounts are added: typed, unless the address says otherwise. */
const readAddBy = (raw: Record<string, unknown>): { by?: 'workbook' | undefined } => (raw.by === 'workbook' ? { by: raw.by } : {})
const addAccounts = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/add',
  validateSearch: readAddBy,
  component: lazyRouteComponent(() => import('./features/accounts/AddOwnAccounts'), 'AddOwnAccounts'),
})
const pendingForAction = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/pending',
  validateSearch: readPendingSearch,
  component: lazyRouteComponent(() => import('./features/accounts/PendingForAction'), 'PendingForAction'),
})
const company = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/profile',
  component: lazyRouteComponent(() => import('./features/accounts/Company'), 'Company'),
})
const editCompany = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/profile/edit',
  component: lazyRouteComponent(() => import('./features/accounts/Company'), 'EditOwnCompany'),
})
const groups = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/groups',
  validateSearch: readGroupSearch,
  component: lazyRouteComponent(() => import('./features/groups/Groups'), 'Groups'),
})
const groupView = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/groups/$groupId',
  validateSearch: readGroupAccountSearch,
  component: lazyRouteComponent(() => import('./features/groups/GroupView'), 'GroupView'),
})
const notInGroup = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/notInGroup',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import('./features/groups/NotInGroup'), 'NotInGroup'),
})
const accountRoutes = [
  allAccounts,
  accountView,
  addAccounts,
  pendingForAction,
  company,
  editCompany,
  groups,
  groupView,
  notInGroup,
] as const

// People: a bulk account's, the utility's own, and everybody who registered.
const manageUsers = createRoute({
  getParentRoute: () => root,
  path: '/manageUsers',
  validateSearch: readPeopleSearch(teamRoles),
  component: lazyRouteComponent(() => import('./features/team/ManageUsers'), 'ManageUsers'),
})
const bulkUsers = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/users',
  validateSearch: readPeopleSearch(teamRoles),
  component: lazyRouteComponent(() => import('./features/team/BulkUsers'), 'BulkUsers'),
})
const staffUsers = createRoute({
  getParentRoute: () => root,
  path: '/admin/manageTnbAdmins',
  validateSearch: readPeopleSearch(staffRoles),
  component: lazyRouteComponent(() => import('./features/users/StaffUsers'), 'StaffUsers'),
})
const businessUsers = createRoute({
  getParentRoute: () => root,
  path: '/admin/manageTnbUsers',
  validateSearch: readPeopleSearch([]),
  component: lazyRouteComponent(() => import('./features/users/BusinessUsers'), 'BusinessUsers'),
})
const peopleRoutes = [manageUsers, bulkUsers, staffUsers, businessUsers] as const

// Registering a company, and what became of it.
const register = createRoute({
  getParentRoute: () => root,
  path: '/bulkAccount/register',
  validateSearch: readStepSearch,
  component: lazyRouteComponent(() => import('./features/registration/Register'), 'Register'),
})
const registrationStatus = createRoute({
  getParentRoute: () => root,
  path: '/bulkAccount/status',
  component: lazyRouteComponent(() => import('./features/registration/Status'), 'Status'),
})
const accountsNeeded = createRoute({
  getParentRoute: () => root,
  path: '/bulkAccount/accountsNeeded',
  validateSearch: readFrom,
  component: lazyRouteComponent(() => import('./features/registration/AccountsNeeded'), 'AccountsNeeded'),
})
const registrationRoutes = [register, registrationStatus, accountsNeeded] as const
// Companies that ask for a bulk account, and those that have one.
const registrations = createRoute({
  getParentRoute: () => root,
  path: '/admin/manageRegistrations',
  validateSearch: readRegistrationSearch,
  component: lazyRouteComponent(() => import('./features/registrations/Registrations'), 'Registrations'),
})
const reviewRegistration = createRoute({
  getParentRoute: () => root,
  path: '/admin/manageRegistrations/$registrationId',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('./features/registrations/ReviewRegistration'), 'ReviewRegistration'),
})
const bulkAccounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts',
  validateSearch: readBulkSearch,
  component: lazyRouteComponent(() => import('./features/bulkaccounts/BulkAccounts'), 'BulkAccounts'),
})
const searchAccounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/search',
  validateSearch: readFoundSearch,
  component: lazyRouteComponent(() => import('./features/bulkaccounts/SearchAccounts'), 'SearchAccounts'),
})
const pendingOfAll = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/pendingBulkCA',
  validateSearch: readPendingSearch,
  component: lazyRouteComponent(() => import('./features/bulkaccounts/PendingOfAll'), 'PendingOfAll'),
})
const bulkAccount = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import('./features/bulkaccounts/BulkAccount'), 'BulkAccount'),
})
const addBulkAccounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/add',
  validateSearch: readAddBy,
  component: lazyRouteComponent(() => import('./features/bulkaccounts/AddBulkAccounts'), 'AddBulkAccounts'),
})
const bulkPending = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/pending',
  validateSearch: readPendingSearch,
  component: lazyRouteComponent(() => import('./features/bulkaccounts/BulkPending'), 'BulkPending'),
})
const bulkCompany = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/profile',
  component: lazyRouteComponent(() => import('./features/bulkaccounts/BulkCompany'), 'BulkCompany'),
})
const editBulkCompany = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/profile/edit',
  component: lazyRouteComponent(() => import('./features/bulkaccounts/BulkCompany'), 'EditBulkCompany'),
})
const companyRoutes = [
  registrations,
  reviewRegistration,
  bulkAccounts,
  searchAccounts,
  pendingOfAll,
  bulkAccount,
  addBulkAccounts,
  bulkPending,
  bulkCompany,
  editBulkCompany,
] as const

// The own profile is one set of screens at two addresses.
const profileOf = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('./features/profile/MyProfile'), 'MyProfile'),
  })
const editOf = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('./features/profile/EditProfile'), 'EditProfile'),
  })
const firstTimeLogin = createRoute({
  getParentRoute: () => root,
  path: '/admin/firstTimeLogin',
  component: lazyRouteComponent(() => import('./features/profile/FirstTimeLogin'), 'FirstTimeLogin'),
})
const profileRoutes = [
  profileOf('/myProfile'),
  profileOf('/admin/myProfile'),
  editOf('/myProfile/edit'),
  editOf('/admin/myProfile/edit'),
  firstTimeLogin,
] as const

/** Addresses hold plain texts (`?search=200000000017`), no JSON: read as a number, a long one would lose its last digits. */
function noJson(): never {
  throw new SyntaxError('an address holds no JSON')
}

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    staffHome,
    transactions,
    transaction,
    difference,
    credit,
    staffPayments,
    pendingPayments,
    allPayments,
    staffPayment,
    gatewayQuery,
    ...billRoutes,
    ...accountRoutes,
    ...peopleRoutes,
    ...companyRoutes,
    ...profileRoutes,
    ...registrationRoutes,
  ]),
  parseSearch: parseSearchWith(noJson),
  stringifySearch: stringifySearchWith(JSON.stringify, noJson),
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

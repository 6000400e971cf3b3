/** The addresses of the portal. Who may open them is core's: its list of screens guards them all. */

import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { allows } from '../core/core'
import { link, paths } from '../core/links'
import { billList, chargeList } from '../features/bills/billList'
import { Home } from '../features/home/Home'
import { StaffHome } from '../features/home/StaffHome'
import { allPaymentList, pendingPaymentList, transactionList } from '../features/payments/paymentList'
import { readTab } from '../features/payments/tabs'
import { businessUserList } from '../features/staff/businessUserList'
import { staffUserList } from '../features/staff/staffUserList'
import { memberList } from '../features/team/memberList'
import { CouldNotLoad } from '../kit/page/CouldNotLoad'
import { NotFound, Unauthorized } from '../kit/page/Message'
import { accountRoutes, companyRoutes, registrationRoutes } from './accountRoutes'
import { parseSearch, stringifySearch } from './plainSearch'
import { root } from './rootRoute'

const home = createRoute({ getParentRoute: () => root, path: paths.home, component: Home })
const staffHome = createRoute({ getParentRoute: () => root, path: paths.staffHome, component: StaffHome })

const transactions = createRoute({
  getParentRoute: () => root,
  path: paths.payments,
  validateSearch: transactionList.read,
  component: lazyRouteComponent(() => import('../features/payments/customer/Transactions'), 'Transactions'),
})
const transaction = createRoute({
  getParentRoute: () => root,
  path: paths.payment,
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('../features/payments/customer/PaymentDetails'), 'PaymentDetails'),
})
const difference = createRoute({
  getParentRoute: () => root,
  path: paths.paymentDifference,
  component: lazyRouteComponent(() => import('../features/payments/customer/PayDifference'), 'PayDifference'),
})
const credit = createRoute({
  getParentRoute: () => root,
  path: paths.paymentCredit,
  validateSearch: (raw: Record<string, unknown>): { account?: string } =>
    raw.account === undefined ? {} : { account: String(raw.account) },
  component: lazyRouteComponent(() => import('../features/payments/customer/ChooseCredit'), 'ChooseCredit'),
})

/** Where staff of either list land. */
const staffPayments = createRoute({
  getParentRoute: () => root,
  path: paths.staffPayments,
  beforeLoad: ({ context }) => {
    const list = allows(context.profile.scopes, 'pendingApproval', 'view') ? paths.pendingPayments : paths.allPayments
    throw redirect({ to: list, replace: true })
  },
})
const pendingPayments = createRoute({
  getParentRoute: () => root,
  path: paths.pendingPayments,
  validateSearch: pendingPaymentList.read,
  component: lazyRouteComponent(() => import('../features/payments/staff/PendingPayments'), 'PendingPayments'),
})
const allPayments = createRoute({
  getParentRoute: () => root,
  path: paths.allPayments,
  validateSearch: allPaymentList.read,
  component: lazyRouteComponent(() => import('../features/payments/staff/AllPayments'), 'AllPayments'),
})
const staffPayment = createRoute({
  getParentRoute: () => root,
  path: paths.staffPayment,
  validateSearch: readTab,
  component: lazyRouteComponent(() => import('../features/payments/staff/StaffPayment'), 'StaffPayment'),
})
const gatewayQuery = createRoute({
  getParentRoute: () => root,
  path: paths.gatewayQuery,
  validateSearch: (raw: Record<string, unknown>): { merchantTranId?: string } =>
    raw.merchantTranId === undefined ? {} : { merchantTranId: String(raw.merchantTranId) },
  component: lazyRouteComponent(() => import('../features/payments/staff/GatewayQuery'), 'GatewayQuery'),
})

// Bills and paying them: each screen comes when it is opened.
const batches = createRoute({
  getParentRoute: () => root,
  path: paths.batches,
  component: lazyRouteComponent(() => import('../features/bills/Batches'), 'Batches'),
})
const outstandingBills = createRoute({
  getParentRoute: () => root,
  path: paths.outstandingBills,
  validateSearch: billList.read,
  component: lazyRouteComponent(() => import('../features/bills/OutstandingBills'), 'OutstandingBills'),
})
const outstandingCharges = createRoute({
  getParentRoute: () => root,
  path: paths.outstandingCharges,
  validateSearch: chargeList.read,
  component: lazyRouteComponent(() => import('../features/bills/OutstandingBills'), 'OutstandingCharges'),
})
const billDetails = createRoute({
  getParentRoute: () => root,
  path: paths.bill,
  component: lazyRouteComponent(() => import('../features/bills/BillDetails'), 'BillDetails'),
})
const payMethod = createRoute({
  getParentRoute: () => root,
  path: paths.payMethod,
  component: lazyRouteComponent(() => import('../features/payments/customer/making/Method'), 'Method'),
})
const payReview = createRoute({
  getParentRoute: () => root,
  path: paths.payReview,
  component: lazyRouteComponent(() => import('../features/payments/customer/making/Review'), 'Review'),
})
const payResult = createRoute({
  getParentRoute: () => root,
  path: paths.paymentResult,
  component: lazyRouteComponent(() => import('../features/payments/customer/making/Result'), 'Result'),
})
const billRoutes = [batches, outstandingBills, outstandingCharges, billDetails, payMethod, payReview, payResult] as const

// People: a bulk account's, the utility's own, and everybody who registered.
const manageUsers = createRoute({
  getParentRoute: () => root,
  path: paths.users,
  validateSearch: memberList.read,
  component: lazyRouteComponent(() => import('../features/team/ManageUsers'), 'ManageUsers'),
})
const bulkUsers = createRoute({
  getParentRoute: () => root,
  path: paths.bulkUsers,
  validateSearch: memberList.read,
  component: lazyRouteComponent(() => import('../features/team/BulkUsers'), 'BulkUsers'),
})
const staffUsers = createRoute({
  getParentRoute: () => root,
  path: paths.staffUsers,
  validateSearch: staffUserList.read,
  component: lazyRouteComponent(() => import('../features/staff/StaffUsers'), 'StaffUsers'),
})
const businessUsers = createRoute({
  getParentRoute: () => root,
  path: paths.businessUsers,
  validateSearch: businessUserList.read,
  component: lazyRouteComponent(() => import('../features/staff/BusinessUsers'), 'BusinessUsers'),
})
const peopleRoutes = [manageUsers, bulkUsers, staffUsers, businessUsers] as const

// The own profile is one set of screens at two addresses.
const profileOf = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('../features/identity/profile/MyProfile'), 'MyProfile'),
  })
const editOf = <const Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import('../features/identity/profile/EditProfile'), 'EditProfile'),
  })
const firstTimeLogin = createRoute({
  getParentRoute: () => root,
  path: paths.firstTimeLogin,
  component: lazyRouteComponent(() => import('../features/identity/profile/FirstTimeLogin'), 'FirstTimeLogin'),
})
const profileRoutes = [
  profileOf(paths.profile),
  profileOf(paths.staffProfile),
  editOf(paths.editProfile),
  editOf(paths.editStaffProfile),
  firstTimeLogin,
] as const

const notFound = createRoute({ getParentRoute: () => root, path: paths.notFound, component: NotFound })
const unauthorized = createRoute({ getParentRoute: () => root, path: paths.unauthorized, component: Unauthorized })

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
    notFound,
    unauthorized,
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

/** The addresses of electricity accounts and groups, of registering a company, and of the utility's side of both. */

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paths } from '../core/links'
import { accountList, accountListOfGroup, accountListOfNoGroup, accountListOfStaff } from '../features/accounts/accountList'
import { groupList } from '../features/accounts/groups/groupList'
import { pendingList, pendingListOfAll } from '../features/accounts/pending/pendingList'
import { bulkAccountList } from '../features/accounts/staff/bulkAccountList'
import { foundAccountList } from '../features/accounts/staff/foundAccountList'
import { readFrom } from '../features/registration/customer/readFrom'
import { readStepSearch } from '../features/registration/customer/steps'
import { registrationList } from '../features/registration/staff/registrationList'
import { readReviewSearch } from '../features/registration/staff/reviewSearch'
import { root } from './rootRoute'

// Electricity accounts, their groups, and the company.
const allAccounts = createRoute({
  getParentRoute: () => root,
  path: paths.accounts,
  validateSearch: accountList.read,
  component: lazyRouteComponent(() => import('../features/accounts/customer/AllAccounts'), 'AllAccounts'),
})
const accountView = createRoute({
  getParentRoute: () => root,
  path: paths.account,
  validateSearch: accountList.read,
  component: lazyRouteComponent(() => import('../features/accounts/customer/AccountView'), 'AccountView'),
})
/** How accounts are added: typed, unless the address says otherwise. */
const readAddBy = (raw: Record<string, unknown>): { by?: 'workbook' | undefined } => (raw.by === 'workbook' ? { by: raw.by } : {})
const addAccounts = createRoute({
  getParentRoute: () => root,
  path: paths.addAccounts,
  validateSearch: readAddBy,
  component: lazyRouteComponent(() => import('../features/accounts/customer/AddOwnAccounts'), 'AddOwnAccounts'),
})
const pendingForAction = createRoute({
  getParentRoute: () => root,
  path: paths.pendingAccounts,
  validateSearch: pendingList.read,
  component: lazyRouteComponent(() => import('../features/accounts/customer/PendingForAction'), 'PendingForAction'),
})
const company = createRoute({
  getParentRoute: () => root,
  path: paths.company,
  component: lazyRouteComponent(() => import('../features/accounts/customer/Company'), 'Company'),
})
const editCompany = createRoute({
  getParentRoute: () => root,
  path: paths.editCompany,
  component: lazyRouteComponent(() => import('../features/accounts/customer/Company'), 'EditOwnCompany'),
})
const groups = createRoute({
  getParentRoute: () => root,
  path: paths.groups,
  validateSearch: groupList.read,
  component: lazyRouteComponent(() => import('../features/accounts/groups/Groups'), 'Groups'),
})
const groupView = createRoute({
  getParentRoute: () => root,
  path: paths.group,
  validateSearch: accountListOfGroup.read,
  component: lazyRouteComponent(() => import('../features/accounts/groups/GroupView'), 'GroupView'),
})
const notInGroup = createRoute({
  getParentRoute: () => root,
  path: paths.accountsInNoGroup,
  validateSearch: accountListOfNoGroup.read,
  component: lazyRouteComponent(() => import('../features/accounts/groups/NotInGroup'), 'NotInGroup'),
})
export const accountRoutes = [
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

// Registering a company, and what became of it.
const register = createRoute({
  getParentRoute: () => root,
  path: paths.registerCompany,
  validateSearch: readStepSearch,
  component: lazyRouteComponent(() => import('../features/registration/customer/Register'), 'Register'),
})
const registrationStatus = createRoute({
  getParentRoute: () => root,
  path: paths.registration,
  component: lazyRouteComponent(() => import('../features/registration/customer/Status'), 'Status'),
})
const accountsNeeded = createRoute({
  getParentRoute: () => root,
  path: paths.accountsNeeded,
  validateSearch: readFrom,
  component: lazyRouteComponent(() => import('../features/home/AccountsNeeded'), 'AccountsNeeded'),
})
export const registrationRoutes = [register, registrationStatus, accountsNeeded] as const
// Companies that ask for a bulk account, and those that have one.
const registrations = createRoute({
  getParentRoute: () => root,
  path: paths.registrations,
  validateSearch: registrationList.read,
  component: lazyRouteComponent(() => import('../features/registration/staff/Registrations'), 'Registrations'),
})
const reviewRegistration = createRoute({
  getParentRoute: () => root,
  path: paths.reviewRegistration,
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('../features/registration/staff/ReviewRegistration'), 'ReviewRegistration'),
})
const bulkAccounts = createRoute({
  getParentRoute: () => root,
  path: paths.bulkAccounts,
  validateSearch: bulkAccountList.read,
  component: lazyRouteComponent(() => import('../features/accounts/staff/BulkAccounts'), 'BulkAccounts'),
})
const searchAccounts = createRoute({
  getParentRoute: () => root,
  path: paths.searchAccounts,
  validateSearch: foundAccountList.read,
  component: lazyRouteComponent(() => import('../features/accounts/staff/SearchAccounts'), 'SearchAccounts'),
})
const pendingOfAll = createRoute({
  getParentRoute: () => root,
  path: paths.allPendingAccounts,
  validateSearch: pendingListOfAll.read,
  component: lazyRouteComponent(() => import('../features/accounts/staff/PendingOfAll'), 'PendingOfAll'),
})
const bulkAccount = createRoute({
  getParentRoute: () => root,
  path: paths.bulkAccount,
  validateSearch: accountListOfStaff.read,
  component: lazyRouteComponent(() => import('../features/accounts/staff/BulkAccount'), 'BulkAccount'),
})
const addBulkAccounts = createRoute({
  getParentRoute: () => root,
  path: paths.addBulkAccounts,
  validateSearch: readAddBy,
  component: lazyRouteComponent(() => import('../features/accounts/staff/AddBulkAccounts'), 'AddBulkAccounts'),
})
const bulkPending = createRoute({
  getParentRoute: () => root,
  path: paths.bulkPending,
  validateSearch: pendingList.read,
  component: lazyRouteComponent(() => import('../features/accounts/staff/BulkPending'), 'BulkPending'),
})
const bulkCompany = createRoute({
  getParentRoute: () => root,
  path: paths.bulkCompany,
  component: lazyRouteComponent(() => import('../features/accounts/staff/BulkCompany'), 'BulkCompany'),
})
const editBulkCompany = createRoute({
  getParentRoute: () => root,
  path: paths.editBulkCompany,
  component: lazyRouteComponent(() => import('../features/accounts/staff/BulkCompany'), 'EditBulkCompany'),
})
export const companyRoutes = [
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

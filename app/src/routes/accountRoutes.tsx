/** The addresses of electricity accounts and groups, of registering a company, and of the utility's side of both. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accountList, accountListOfGroup, accountListOfNoGroup, accountListOfStaff } from '../features/accounts/accountList'
import { pendingList, pendingListOfAll } from '../features/accounts/pendingList'
import { bulkAccountList } from '../features/bulkaccounts/bulkAccountList'
import { foundAccountList } from '../features/bulkaccounts/foundAccountList'
import { groupList } from '../features/groups/groupList'
import { readFrom } from '../features/registration/readFrom'
import { readStepSearch } from '../features/registration/steps'
import { registrationList } from '../features/registrations/registrationList'
import { readReviewSearch } from '../features/registrations/reviewSearch'
import { root } from './rootRoute'

// Electricity accounts, their groups, and the company.
const allAccounts = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount',
  validateSearch: accountList.read,
  component: lazyRouteComponent(() => import('../features/accounts/AllAccounts'), 'AllAccounts'),
})
const accountView = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/accounts/$accountNo',
  validateSearch: accountList.read,
  component: lazyRouteComponent(() => import('../features/accounts/AccountView'), 'AccountView'),
})
/** How accounts are added: typed, unless the address says otherwise. */
const readAddBy = (raw: Record<string, unknown>): { by?: 'workbook' | undefined } => (raw.by === 'workbook' ? { by: raw.by } : {})
const addAccounts = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/add',
  validateSearch: readAddBy,
  component: lazyRouteComponent(() => import('../features/accounts/AddOwnAccounts'), 'AddOwnAccounts'),
})
const pendingForAction = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/pending',
  validateSearch: pendingList.read,
  component: lazyRouteComponent(() => import('../features/accounts/PendingForAction'), 'PendingForAction'),
})
const company = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/profile',
  component: lazyRouteComponent(() => import('../features/accounts/Company'), 'Company'),
})
const editCompany = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/profile/edit',
  component: lazyRouteComponent(() => import('../features/accounts/Company'), 'EditOwnCompany'),
})
const groups = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/groups',
  validateSearch: groupList.read,
  component: lazyRouteComponent(() => import('../features/groups/Groups'), 'Groups'),
})
const groupView = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/groups/$groupId',
  validateSearch: accountListOfGroup.read,
  component: lazyRouteComponent(() => import('../features/groups/GroupView'), 'GroupView'),
})
const notInGroup = createRoute({
  getParentRoute: () => root,
  path: '/manageAccount/notInGroup',
  validateSearch: accountListOfNoGroup.read,
  component: lazyRouteComponent(() => import('../features/groups/NotInGroup'), 'NotInGroup'),
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
  path: '/bulkAccount/register',
  validateSearch: readStepSearch,
  component: lazyRouteComponent(() => import('../features/registration/Register'), 'Register'),
})
const registrationStatus = createRoute({
  getParentRoute: () => root,
  path: '/bulkAccount/status',
  component: lazyRouteComponent(() => import('../features/registration/Status'), 'Status'),
})
const accountsNeeded = createRoute({
  getParentRoute: () => root,
  path: '/bulkAccount/accountsNeeded',
  validateSearch: readFrom,
  component: lazyRouteComponent(() => import('../features/registration/AccountsNeeded'), 'AccountsNeeded'),
})
export const registrationRoutes = [register, registrationStatus, accountsNeeded] as const
// Companies that ask for a bulk account, and those that have one.
const registrations = createRoute({
  getParentRoute: () => root,
  path: '/admin/manageRegistrations',
  validateSearch: registrationList.read,
  component: lazyRouteComponent(() => import('../features/registrations/Registrations'), 'Registrations'),
})
const reviewRegistration = createRoute({
  getParentRoute: () => root,
  path: '/admin/manageRegistrations/$registrationId',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('../features/registrations/ReviewRegistration'), 'ReviewRegistration'),
})
const bulkAccounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts',
  validateSearch: bulkAccountList.read,
  component: lazyRouteComponent(() => import('../features/bulkaccounts/BulkAccounts'), 'BulkAccounts'),
})
const searchAccounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/search',
  validateSearch: foundAccountList.read,
  component: lazyRouteComponent(() => import('../features/bulkaccounts/SearchAccounts'), 'SearchAccounts'),
})
const pendingOfAll = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/pendingBulkCA',
  validateSearch: pendingListOfAll.read,
  component: lazyRouteComponent(() => import('../features/bulkaccounts/PendingOfAll'), 'PendingOfAll'),
})
const bulkAccount = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId',
  validateSearch: accountListOfStaff.read,
  component: lazyRouteComponent(() => import('../features/bulkaccounts/BulkAccount'), 'BulkAccount'),
})
const addBulkAccounts = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/add',
  validateSearch: readAddBy,
  component: lazyRouteComponent(() => import('../features/bulkaccounts/AddBulkAccounts'), 'AddBulkAccounts'),
})
const bulkPending = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/pending',
  validateSearch: pendingList.read,
  component: lazyRouteComponent(() => import('../features/bulkaccounts/BulkPending'), 'BulkPending'),
})
const bulkCompany = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/profile',
  component: lazyRouteComponent(() => import('../features/bulkaccounts/BulkCompany'), 'BulkCompany'),
})
const editBulkCompany = createRoute({
  getParentRoute: () => root,
  path: '/admin/bulkAccounts/$bulkId/profile/edit',
  component: lazyRouteComponent(() => import('../features/bulkaccounts/BulkCompany'), 'EditBulkCompany'),
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

/** The screens in the command menu, by their names in core's list. */
import { needsAccount, opensFor, type Profile } from '~/core/core'
import { paths, type ScreenName } from '~/core/links'
import { isStaffRole, visitorOf } from '~/kit/session/useProfile'

export const customerScreens = [
  'home',
  'batches',
  'outstandingBills',
  'outstandingCharges',
  'findings',
  'queries',
  'auditSettings',
  'billHistory',
  'settlements',
  'dueCalendar',
  'payments',
  'proposals',
  'approvalPolicy',
  'statements',
  'accounts',
  'groups',
  'accountsInNoGroup',
  'costCentres',
  'uncodedAccounts',
  'groupCodings',
  'costReport',
  'deposits',
  'carbonReport',
  'accounting',
  'accountingRuns',
  'accountingDocuments',
  'newAccountingProfile',
  'pendingAccounts',
  'addAccounts',
  'company',
  'users',
  'factorPolicy',
  'ssoSettings',
  'mailboxes',
  'webhooks',
  'apiTokens',
  'registration',
  'notifications',
  'activity',
  'profile',
  'ownData',
] as const satisfies ScreenName[]

export const staffScreens = [
  'staffHome',
  'pendingPayments',
  'allPayments',
  'batchReviews',
  'bankStatements',
  'unmatchedSettlements',
  'gatewayQuery',
  'lateConfirmations',
  'registrations',
  'queryQueue',
  'queryService',
  'bulkAccounts',
  'searchAccounts',
  'customerView',
  'allPendingAccounts',
  'staffUsers',
  'businessUsers',
  'dataRequests',
  'breaches',
  'jobs',
  'outbox',
  'feedImports',
  'operationSettings',
  'announcements',
  'staffNotifications',
  'staffActivity',
  'staffProfile',
  'staffOwnData',
] as const satisfies ScreenName[]

export type CommandScreen = (typeof customerScreens)[number] | (typeof staffScreens)[number]

/** Screens with the user's own data, which in customer view mode would be the officer's. */
const ownScreens: readonly CommandScreen[] = ['notifications', 'profile', 'ownData']

/** Returns the screens that the user may open now. */
export function screensFor(profile: Profile): readonly CommandScreen[] {
  const isStaff = isStaffRole(profile.role)
  const visitor = visitorOf(profile)
  const isNewcomer = profile.bulkId === null
  // The same rule as in the menu. Only users without a bulk account can register. Without a usable account some screens would show
  // only a notice.
  const isClosed = (screen: CommandScreen) =>
    !isStaff && (screen === 'registration' ? !isNewcomer : !isNewcomer && !profile.hasValidContractAccount && needsAccount(paths[screen]))
  const isOfOfficer = (screen: CommandScreen) => profile.viewedBy !== null && ownScreens.includes(screen)
  return (isStaff ? staffScreens : customerScreens).filter(
    (screen) => opensFor(paths[screen], visitor) && !isClosed(screen) && !isOfOfficer(screen),
  )
}

/** Whether the text contains every typed word. */
export function matches(typed: string, text: string): boolean {
  const shown = text.toLocaleLowerCase()
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => shown.includes(word))
}

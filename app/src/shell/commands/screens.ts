/** The screens in the command menu, by their names in core's list. */
import type { Profile } from '~/core/core'
import type { ScreenName } from '~/core/links'
import { isStaffRole } from '~/kit/session/useProfile'
import { openable } from '../menu/sections'

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
  const opens = openable(profile)
  const isOfOfficer = (screen: CommandScreen) => profile.viewedBy !== null && ownScreens.includes(screen)
  return (isStaffRole(profile.role) ? staffScreens : customerScreens).filter((screen) => opens(screen) && !isOfOfficer(screen))
}

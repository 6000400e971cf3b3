/** Decides which actions the command menu offers to the user. */
import { allows, type Profile } from '~/core/core'
import { link } from '~/core/links'
import type { Theme } from '~/kit/session/theme'
import { isStaffRole } from '~/kit/session/useProfile'
import { openable } from '../menu/sections'
import { screensFor } from './screens'

/** The lists of records that wait for the user, in which an action opens those that wait. */
export const queues = {
  proposals: link('proposals', { awaits: true }),
  pendingPayments: link('pendingPayments'),
  registrations: link('registrations', { status: 'pending' }),
  queryQueue: link('queryQueue'),
} as const
type Queue = keyof typeof queues

/** Returns the lists in which the user may decide. */
export function queuesFor({ scopes, viewedBy }: Profile): Queue[] {
  const may: Record<Queue, boolean> = {
    proposals: allows(scopes, 'payment', 'update'),
    pendingPayments: allows(scopes, 'pendingApproval', 'update'),
    registrations: allows(scopes, 'manageBulkAccounts', 'update'),
    queryQueue: allows(scopes, 'manageBulkAccounts', 'update'),
  }
  return viewedBy === null ? (Object.keys(queues) as Queue[]).filter((queue) => may[queue]) : []
}

/** Returns the actions that open a form, each with its address. Empty in customer view mode. */
export function formsFor(profile: Profile) {
  const { scopes, viewedBy, role } = profile
  const opens = openable(profile)
  const isStaff = isStaffRole(role)
  const forms = [
    { id: 'users', href: link('users', { open: 'add' }), may: opens('users') && allows(scopes, 'manageUser', 'add') },
    { id: 'staffUsers', href: link('staffUsers', { open: 'add' }), may: opens('staffUsers') && allows(scopes, 'manageTnbAdmins', 'add') },
    { id: 'createGroup', href: link('groups', { open: 'create' }), may: opens('groups') && allows(scopes, 'account', 'add') },
    { id: 'addCentre', href: link('costCentres', { open: 'add' }), may: opens('costCentres') && allows(scopes, 'account', 'update') },
    {
      id: 'uploadStatement',
      href: link('bankStatements', { open: 'upload' }),
      may: opens('bankStatements') && allows(scopes, 'pendingApproval', 'update'),
    },
    { id: 'announce', href: link('announcements', { open: 'write' }), may: allows(scopes, 'operations', 'update') },
    { id: 'addFactor', href: isStaff ? link('addStaffFactor') : link('addFactor'), may: true },
    { id: 'password', href: link('changePassword'), may: true },
  ] as const
  return viewedBy === null ? forms.filter(({ may }) => may) : []
}

/** Whether the user may pay bills and open the screens of bills. False in customer view mode. */
export const mayPayBills = (profile: Profile): boolean =>
  profile.bulkId !== null &&
  profile.viewedBy === null &&
  screensFor(profile).includes('outstandingBills') &&
  allows(profile.scopes, 'payment', 'add')

const themes = ['light', 'dark', 'system'] as const satisfies Theme[]

export const otherThemes = (theme: Theme) => themes.filter((id) => id !== theme)

/** The kinds of action, for their synonyms. */
export type ActionId = 'payOverdue' | Queue | ReturnType<typeof formsFor>[number]['id'] | 'xlsx' | 'csv' | 'theme' | 'language' | 'signOut'

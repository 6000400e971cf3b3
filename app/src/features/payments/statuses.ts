/** The statuses by which lists of payments can be filtered. Core defines the groups. */
import { type Language, paymentStatus, paymentStatuses, type Status, type StatusGroup } from '~/core/core'

const inGroup = (group: StatusGroup): Status[] =>
  Object.values(paymentStatuses).filter((status) => paymentStatus(status, 'en').group === group)

/** The customers' groups, with payments that need the reader's action first. */
export const customerStatuses = {
  actionRequired: inGroup('actionRequired'),
  processing: inGroup('processing'),
  paid: inGroup('paid'),
  declined: inGroup('declined'),
  failed: inGroup('failed'),
} satisfies Record<Exclude<StatusGroup, 'paymentRequired'>, Status[]>
export type CustomerStatus = keyof typeof customerStatuses

/**
 * Filters of a customer's list: the groups, payments in progress (whose bills count as in a payment), and unsuccessful payments
 * (declined or failed).
 */
export const customerFilters = {
  ...customerStatuses,
  inProgress: [...customerStatuses.actionRequired, ...customerStatuses.processing],
  unsuccessful: [...customerStatuses.declined, ...customerStatuses.failed],
} satisfies Record<string, Status[]>

/** The staff's filters: three groups, which the figures count, and single statuses. */
export const staffStatuses = {
  pendingReconciliation: inGroup('actionRequired'),
  processing: inGroup('processing'),
  declined: inGroup('declined'),
  pendingApproval: [paymentStatuses.pendingApproval],
  beingPosted: [paymentStatuses.processing],
  paid: [paymentStatuses.paid],
  failed: [paymentStatuses.failed],
  eftDeclined: [paymentStatuses.declined],
  overpayPending: [paymentStatuses.overpayPending],
  insufficientPending: [paymentStatuses.insufficientPending],
  paymentInitiated: [paymentStatuses.paymentInitiated],
  fpxPending: [paymentStatuses.fpxPending],
  fpxDeclined: [paymentStatuses.fpxDeclined],
} satisfies Record<string, Status[]>
export type StaffStatus = keyof typeof staffStatuses

/** All statuses of a filter share the same words, and each filter has at least one status. */
const shown = ([first = paymentStatuses.paymentRequired]: Status[], language: Language) => paymentStatus(first, language)

export const customerWord = (name: CustomerStatus, language: Language): string => shown(customerStatuses[name], language).customerWord

/** These groups have their own words. */
const groups = ['pendingReconciliation', 'processing', 'declined'] as const

export function staffWord(name: StaffStatus, t: (key: `staffList.${(typeof groups)[number]}`) => string, language: Language): string {
  const group = groups.find((one) => one === name)
  return group ? t(`staffList.${group}`) : shown(staffStatuses[name], language).staffWord
}

export type Audience = 'customer' | 'staff'

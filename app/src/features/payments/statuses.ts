/** The statuses that a list of payments can be narrowed to. Which belong to a group is core's. */
import { type Language, paymentStatus, paymentStatuses, type Status, type StatusGroup } from '../../core/core'

const inGroup = (group: StatusGroup): Status[] =>
  Object.values(paymentStatuses).filter((status) => paymentStatus(status, 'en').group === group)

/** The customers' groups; what the reader has to act on comes first. */
export const customerStatuses = {
  actionRequired: inGroup('actionRequired'),
  processing: inGroup('processing'),
  paid: inGroup('paid'),
  declined: inGroup('declined'),
  failed: inGroup('failed'),
} satisfies Record<Exclude<StatusGroup, 'paymentRequired'>, Status[]>
export type CustomerStatus = keyof typeof customerStatuses

/**
 * What a customer's list can be narrowed to: beside the groups all that is in progress, the bills of which count as in a
 * payment, and what came to nothing, declined or failed.
 */
export const customerFilters = {
  ...customerStatuses,
  inProgress: [...customerStatuses.actionRequired, ...customerStatuses.processing],
  unsuccessful: [...customerStatuses.declined, ...customerStatuses.failed],
} satisfies Record<string, Status[]>

/** The staff's filters: three groups, which their figures count, and single statuses. */
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

/** The statuses of one filter have the same words, and there is at least one. */
const shown = ([first = paymentStatuses.paymentRequired]: Status[], language: Language) => paymentStatus(first, language)

export const customerWord = (name: CustomerStatus, language: Language): string => shown(customerStatuses[name], language).customerWord

/** These groups have words of their own. */
const groups = ['pendingReconciliation', 'processing', 'declined'] as const

export function staffWord(name: StaffStatus, t: (key: `staffList.${(typeof groups)[number]}`) => string, language: Language): string {
  const group = groups.find((one) => one === name)
  return group ? t(`staffList.${group}`) : shown(staffStatuses[name], language).staffWord
}

export type Audience = 'customer' | 'staff'

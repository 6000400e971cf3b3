/** The statuses that a list of payments can be narrowed to. Which belong together is core's: those that read the same. */
import { type Language, paymentStatus, type Status } from '../../core'

const every = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const satisfies Status[]

/** The statuses that customers read as the same word. */
const alike = (one: Status): Status[] =>
  every.filter((status) => paymentStatus(status, 'en').customerWord === paymentStatus(one, 'en').customerWord)

/** The customers' five, in the order in which they want something of the reader. */
export const customerStatuses = { actionRequired: alike(8), processing: alike(3), paid: alike(4), declined: alike(6), failed: alike(5) }
export type CustomerStatus = keyof typeof customerStatuses

/** The staff's: three groups that their figures count, and every status by itself. */
export const staffStatuses = {
  pendingReconciliation: alike(8),
  processing: alike(3),
  declined: alike(6),
  pendingApproval: [2],
  beingPosted: [3],
  paid: [4],
  failed: [5],
  eftDeclined: [6],
  overpayPending: [7],
  insufficientPending: [8],
  paymentInitiated: [9],
  fpxPending: [10],
  fpxDeclined: [11],
} satisfies Record<string, Status[]>
export type StaffStatus = keyof typeof staffStatuses

/** How customers read them. */
export const customerWord = (name: CustomerStatus, language: Language): string =>
  paymentStatus(customerStatuses[name][0] ?? 2, language).customerWord

/** The groups that staff's figures count have words of their own. */
const groups = ['pendingReconciliation', 'processing', 'declined'] as const

export function staffWord(name: StaffStatus, t: (key: `staff:all.${(typeof groups)[number]}`) => string, language: Language): string {
  const group = groups.find((one) => one === name)
  return group ? t(`staff:all.${group}`) : paymentStatus(staffStatuses[name][0] ?? 2, language).staffWord
}

export type Audience = 'customer' | 'staff'

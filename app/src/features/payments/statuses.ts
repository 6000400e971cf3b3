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

/** The word of statuses of which the first stands for all. */
export function statusWord(statuses: readonly Status[], audience: Audience, language: Language): string {
  const shown = statuses[0] && paymentStatus(statuses[0], language)
  return shown ? shown[audience === 'staff' ? 'staffWord' : 'customerWord'] : ''
}

export type Audience = 'customer' | 'staff'

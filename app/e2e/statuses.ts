/** Status numbers of the API, written out as by a client outside the app. Core's types check each number. */
import type { RegistrationStatusCodes, StatusCodes } from '../src/core/core'

export const paymentStatuses: StatusCodes = {
  paymentRequired: 1,
  pendingApproval: 2,
  processing: 3,
  paid: 4,
  failed: 5,
  declined: 6,
  overpayPending: 7,
  insufficientPending: 8,
  paymentInitiated: 9,
  fpxPending: 10,
  fpxDeclined: 11,
}
export const pendingRegistration: RegistrationStatusCodes['pendingApproval'] = 2

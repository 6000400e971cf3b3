/** Names for core's numbers, used in addresses and words: a copied link keeps its meaning when a number changes. */
import { type RegistrationStatus, registrationStatuses } from '../../core/core'

/** The statuses that staff see; a draft is the customer's own. */
export const statuses = {
  pending: registrationStatuses.pendingApproval,
  requested: registrationStatuses.requestForInfo,
  processing: registrationStatuses.postProcessing,
  withErrors: registrationStatuses.acceptedWithError,
  approved: registrationStatuses.approved,
  rejected: registrationStatuses.rejected,
  closed: registrationStatuses.closed,
} as const satisfies Record<string, RegistrationStatus>
export const statusNames = Object.keys(statuses) as (keyof typeof statuses)[]

export const businessTypes = { government: 1, organisation: 2 } as const
type BusinessName = keyof typeof businessTypes
export const businessNames = Object.keys(businessTypes) as BusinessName[]

/** The name of a business type. */
export const businessNameOf = (type: number): BusinessName => businessNames.find((name) => businessTypes[name] === type) ?? 'organisation'

/** Names for core's numeric codes. Addresses use the names, so that a copied link keeps its meaning if a code changes. */
import { type RegistrationStatus, registrationStatuses } from '~/core/core'

/** Statuses that staff see. Only the applicant sees drafts. */
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

export const businessNameOf = (type: number): BusinessName => businessNames.find((name) => businessTypes[name] === type) ?? 'organisation'

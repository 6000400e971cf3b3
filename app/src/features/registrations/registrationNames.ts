/** The names under which addresses and words know what core numbers. */
import type { RegistrationStatus } from '../../core'

/** The statuses that staff see; a draft is the customer's own. */
export const statuses = {
  pending: 2,
  requested: 4,
  processing: 5,
  withErrors: 6,
  approved: 7,
  rejected: 3,
} as const satisfies Record<string, RegistrationStatus>
export const statusNames = Object.keys(statuses) as (keyof typeof statuses)[]

export const businessTypes = { government: 1, organisation: 2 } as const
type BusinessName = keyof typeof businessTypes
export const businessNames = Object.keys(businessTypes) as BusinessName[]

/** The name of a business type. */
export const businessNameOf = (type: number): BusinessName => businessNames.find((name) => businessTypes[name] === type) ?? 'organisation'

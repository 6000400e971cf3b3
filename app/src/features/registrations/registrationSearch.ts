/** What the list of applications shows, as its address says it: back works, and a copied link opens the same list. */
import type { RegistrationFilter, RegistrationStatus } from '../../core'

/** The statuses that staff see; a draft is the customer's own. */
export const statuses = {
  pending: 2,
  requested: 4,
  processing: 5,
  withErrors: 6,
  approved: 7,
  rejected: 3,
} as const satisfies Record<string, RegistrationStatus>
export type StatusName = keyof typeof statuses
export const statusNames = Object.keys(statuses) as StatusName[]

export const businessTypes = { government: 1, organisation: 2 } as const
export type BusinessName = keyof typeof businessTypes
export const businessNames = Object.keys(businessTypes) as BusinessName[]

/** The name under which addresses and words know a business type. */
export const businessNameOf = (type: number): BusinessName => businessNames.find((name) => businessTypes[name] === type) ?? 'organisation'

export interface RegistrationSearch {
  search?: string | undefined
  status?: StatusName | undefined
  business?: BusinessName | undefined
}

const oneOf = <Value extends string>(values: readonly Value[], raw: unknown) => values.find((value) => value === raw)

/** Reads an address; what it says and nobody understands is left out. */
export const readRegistrationSearch = (raw: Record<string, unknown>): RegistrationSearch => ({
  search: raw.search === undefined ? undefined : String(raw.search),
  status: oneOf(statusNames, raw.status),
  business: oneOf(businessNames, raw.business),
})

/** The same as the server is asked for it. */
export const asked = ({ search, status, business }: RegistrationSearch): RegistrationFilter => ({
  ...(search && { search }),
  ...(status && { statuses: [statuses[status]] }),
  ...(business && { businessType: businessTypes[business] }),
})

export const isNarrowed = ({ search, status, business }: RegistrationSearch) => Boolean(search || status || business)

const tabs = ['submitted', 'accounts', 'log'] as const
type ReviewTab = (typeof tabs)[number]
const decisions = ['approve', 'requestForInfo', 'reject'] as const
export type Decision = (typeof decisions)[number]

/** Which part of an application is open, and which decision is being made over it. */
export interface ReviewSearch {
  tab?: ReviewTab | undefined
  decide?: Decision | undefined
}

export const readReviewSearch = (raw: Record<string, unknown>): ReviewSearch => ({
  tab: oneOf(tabs, raw.tab),
  decide: oneOf(decisions, raw.decide),
})

export const reviewTabs = tabs
export const reviewHref = (registrationId: string) => `/admin/manageRegistrations/${registrationId}`

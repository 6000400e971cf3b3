/** What the lists of bulk accounts and of accounts show, as their addresses say it. */
import { type BusinessName, businessNames, businessTypes } from '../registrations/registrationSearch'

const oneOf = <Value extends string>(values: readonly Value[], raw: unknown) => values.find((value) => value === raw)
const text = (raw: unknown) => (raw === undefined || raw === '' ? undefined : String(raw))

export interface BulkSearch {
  search?: string | undefined
  business?: BusinessName | undefined
  /** Those whose people have no access. */
  closed?: true | undefined
}

/** Reads an address; what it says and nobody understands is left out. */
export const readBulkSearch = (raw: Record<string, unknown>): BulkSearch => ({
  search: text(raw.search),
  business: oneOf(businessNames, raw.business),
  closed: raw.closed === true || raw.closed === 'true' || undefined,
})

/** The same as the server is asked for it. */
export const asked = ({ search, business, closed }: BulkSearch) => ({
  ...(search && { search }),
  ...(business && { businessType: businessTypes[business] }),
  ...(closed && { withoutAccounts: true }),
})

/** What may be looked for among all accounts; without one of them, the text tells what it is. */
export const criteria = ['accountNo', 'referenceId', 'companyName'] as const
type Criterion = (typeof criteria)[number]

export interface FoundSearch {
  search?: string | undefined
  by?: Criterion | undefined
}

export const readFoundSearch = (raw: Record<string, unknown>): FoundSearch => ({
  search: text(raw.search),
  by: oneOf(criteria, raw.by),
})

export const bulkHref = (bulkId: string) => `/admin/bulkAccounts/${bulkId}`

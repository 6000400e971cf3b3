/** What a list of payments shows, as its address says it: back works, and a copied link opens the same list. */
import {
  check,
  type Day,
  type PaymentMethod,
  type Status,
  type TransactionFilter,
  type TransactionSort,
  type TransactionSortBy,
} from '../../core'

export interface ListSearch<Name extends string = string> {
  search?: string | undefined
  status?: Name | undefined
  method?: PaymentMethod | undefined
  from?: Day | undefined
  to?: Day | undefined
  sort?: TransactionSortBy | undefined
  ascending?: boolean | undefined
}

export const methods = ['FPX', 'EFT_GIRO', 'EFT_RENTAS', 'CHEQUE'] as const satisfies PaymentMethod[]
const sorts = ['paymentDate', 'transactionAmount'] as const satisfies TransactionSortBy[]

const oneOf = <Value extends string>(values: readonly Value[], raw: unknown) => values.find((value) => value === raw)
const day = (raw: unknown): Day | undefined => (typeof raw === 'string' ? check('day', raw, 'en').value : undefined)

/** Reads an address; what it says and nobody understands is left out. */
export const readListSearch =
  <Name extends string>(statuses: Record<Name, Status[]>) =>
  (raw: Record<string, unknown>): ListSearch<Name> => ({
    // a number to the router, a text to us
    search: raw.search === undefined ? undefined : String(raw.search),
    status: oneOf(Object.keys(statuses) as Name[], raw.status),
    method: oneOf(methods, raw.method),
    from: day(raw.from),
    to: day(raw.to),
    sort: oneOf(sorts, raw.sort),
    ascending: raw.ascending === true ? true : undefined,
  })

/** The same as the server is asked for it. */
export function asked<Name extends string>(
  { search, status, method, from, to, sort, ascending }: ListSearch<Name>,
  statuses: Record<Name, Status[]>,
): { filter: TransactionFilter; sort: TransactionSort } {
  return {
    filter: {
      ...(search && { search }),
      ...(status && { statuses: statuses[status] }),
      ...(method && { methods: [method] }),
      ...(from && { from }),
      ...(to && { to }),
    },
    sort: { by: sort ?? 'paymentDate', ascending: ascending ?? false },
  }
}

export const isNarrowed = ({ search, status, method, from, to }: ListSearch) => Boolean(search || status || method || from || to)

/** A list of bills in the address: what it is narrowed to and how it is ordered. */
import { type BillFilter, type BillSort, type BillSortBy, check, type Day } from '../../core'

export interface BillSearch {
  search?: string | undefined
  overdue?: boolean | undefined
  /** Batches, parted by commas. */
  batch?: string | undefined
  /** Groups of accounts, parted by commas. */
  group?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  sort?: BillSortBy | undefined
  descending?: boolean | undefined
}

const sortable: readonly string[] = ['dueDate', 'totalAmountPayable', 'accountNo', 'invoiceNo', 'billBatchId'] satisfies BillSortBy[]

/** One number alone comes as such from the router; to us it is a text. */
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() || undefined : undefined)
/** The address holds texts; the app's own links hold what is meant. */
const yes = (value: unknown) => (value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined)
const day = (value: unknown) => (typeof value === 'string' ? check('day', value, 'en').value : undefined)

/** Reads the address; what cannot be meant is left out. */
export function readBillSearch(given: Record<string, unknown>): BillSearch {
  const batches = batchesOf(given)
  const sort = text(given.sort)
  return {
    search: text(given.search),
    overdue: yes(given.overdue),
    batch: batches.join(',') || undefined,
    group: text(given.group),
    from: day(given.from),
    to: day(given.to),
    sort: sort !== undefined && sortable.includes(sort) ? (sort as BillSortBy) : undefined,
    descending: yes(given.descending),
  }
}

export const batchesOf = ({ batch }: { batch?: unknown }): string[] =>
  (text(batch) ?? '').split(',').filter((id) => check('batchId', id, 'en').value !== undefined)

export const groupsOf = ({ group }: BillSearch): string[] => (group ?? '').split(',').filter(Boolean)

/** Those groups as the server is asked for them, beside the filter. */
export function inGroups(search: BillSearch): { groupIds?: string[] } {
  const groupIds = groupsOf(search)
  return groupIds.length > 0 ? { groupIds } : {}
}

export function filterOf(search: BillSearch): BillFilter {
  const batchIds = batchesOf(search)
  return {
    ...(search.search !== undefined && { search: search.search }),
    ...(search.overdue !== undefined && { overdue: search.overdue }),
    ...(batchIds.length > 0 && { batchIds }),
    ...(search.from !== undefined && { dueFrom: search.from }),
    ...(search.to !== undefined && { dueTo: search.to }),
  }
}

/** The earliest due date first, unless asked otherwise. */
export const sortOf = ({ sort = 'dueDate', descending = false }: BillSearch): Required<BillSort> => ({ by: sort, descending })

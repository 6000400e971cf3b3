/** Which list of accounts is meant, as the server is asked for it. */
import type { AccountFilter, AccountSort } from '../../core'
import type { Source } from './source'

/** A group's accounts, or those in none; all of the bulk account without it. */
export type ListOf = { groupId: string } | 'noGroup' | undefined

/** As many as fill a few screens, so that a long list comes in few answers. */
const recordCount = 200

export function listOf(source: Source, of: ListOf, filter: AccountFilter, sort: AccountSort) {
  if (of === 'noGroup') return { name: 'GetAccountsNotInGroup', request: { id: source.bulkId, recordCount, filter } } as const
  if (of) return { name: 'GetAccountsInGroup', request: { groupId: of.groupId, recordCount, filter, sort } } as const
  return { name: source.calls.table, request: { id: source.bulkId, recordCount, filter, sort } } as const
}

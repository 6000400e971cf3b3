/** Rows chosen for a match stay chosen while the user searches for others. */
import type { MatchCandidate, MatchLine, Money } from '~/core/core'

export const lineKey = ({ statementId, line }: Pick<MatchLine, 'statementId' | 'line'>): string => `${statementId} ${line}`

export const isOpenMoney = (open: Money | null): boolean => open !== null && open !== '0.00'

/** Applies a selection change. Chosen rows that are not among `rows` stay, because `keys` may not include them. */
export function toggled<Row>(
  before: ReadonlyMap<string, Row>,
  keys: ReadonlySet<string>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  const shown = new Set(rows.map(keyOf))
  const kept = [...before].filter(([key]) => keys.has(key) || !shown.has(key))
  const added = rows.filter((row) => keys.has(keyOf(row)) && !before.has(keyOf(row)))
  return new Map([...kept, ...added.map((row): [string, Row] => [keyOf(row), row])])
}

/** Returns the chosen rows, each as its newest record in `rows`. A row that a search has hidden stays as it was chosen. */
export function newest<Row>(chosen: ReadonlyMap<string, Row>, rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const loaded = new Map(rows.map((row) => [keyOf(row), row]))
  return [...chosen].map(([key, row]) => loaded.get(key) ?? row)
}

/** Leaves out the chosen rows that are not in `rows`, because a search has hidden them. They may have changed. */
export function loadedOnly<Row>(
  chosen: ReadonlyMap<string, Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): ReadonlyMap<string, Row> {
  const loaded = new Set(rows.map(keyOf))
  return new Map([...chosen].filter(([key]) => loaded.has(key)))
}

/**
 * Whether a first officer accepted a payment, or no longer does, since the payments were `before`. `repeatedBy` is the officer whose own
 * acceptance may have been stored although its answer was lost: it can be repeated.
 */
export const isAcceptanceMoved = (before: readonly MatchCandidate[], now: readonly MatchCandidate[], repeatedBy?: string): boolean =>
  before.some(({ payment, proposedBy }) => {
    const by = now.find((one) => one.payment.eBulkPaymentID === payment.eBulkPaymentID)?.proposedBy
    return by !== proposedBy && (repeatedBy === undefined || by !== repeatedBy)
  })

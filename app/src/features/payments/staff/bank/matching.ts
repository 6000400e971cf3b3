/** Rows chosen for a match stay chosen while the user searches for others. */
import type { MatchLine, Money } from '~/core/core'

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

/** The ticked rows of a list. */
import { useCallback, useMemo, useState } from 'react'
import { fetchAllRows } from './pages'
import type { ListState } from './useList'

export type TickedRows<Row> = ReadonlyMap<string, Row>

/** Returns the selection with exactly these keys. `toValue` makes the stored value of a loaded row; other rows keep theirs. */
export function withTicks<Row, Value>(
  before: ReadonlyMap<string, Value>,
  next: ReadonlySet<string>,
  { list, rows }: ListState<Row>,
  toValue: (row: Row, known: Value | undefined) => Value,
): ReadonlyMap<string, Value> {
  const kept = new Map([...before].filter(([key]) => next.has(key)))
  for (const row of rows) {
    const key = list.rowKey(row)
    if (next.has(key)) kept.set(key, toValue(row, kept.get(key)))
  }
  return kept
}

export function useTicked<Row>(listed: ListState<Row>, whyNot?: (row: Row) => string | undefined) {
  const [ticked, setTicked] = useState<TickedRows<Row>>(new Map())
  const selected = useMemo(() => new Set(ticked.keys()), [ticked])
  const { list, request } = listed
  const untick = useCallback(
    (keys: readonly string[]) => setTicked((before) => new Map([...before].filter(([key]) => !keys.includes(key)))),
    [],
  )

  async function findAll() {
    const all = (await fetchAllRows(list.call, request)) as Row[]
    const found = whyNot ? all.filter((row) => whyNot(row) === undefined) : all
    setTicked((before) => new Map([...before, ...found.map((row): [string, Row] => [list.rowKey(row), row])]))
    return { count: found.length }
  }
  return {
    ticked,
    clear: () => setTicked(new Map()),
    /** For deleted rows. Other ticks stay, also of rows that are not loaded. A stable function. */
    untick,
    tickOnly: (rows: readonly Row[]) => setTicked(new Map(rows.map((row): [string, Row] => [list.rowKey(row), row]))),
    selection: {
      selected,
      onChange: (next: ReadonlySet<string>) => setTicked((before) => withTicks(before, next, listed, (row) => row)),
      whyNot,
      findAll,
    },
  }
}

/** The ticked rows of a list. */
import { useCallback, useMemo, useState } from 'react'
import { fetchAllRows } from './pages'
import { currentTicks, type TickedRows, withTicks } from './ticks'
import type { ListState } from './useList'

export function useTicked<Row>(listed: ListState<Row>, whyNot?: (row: Row) => string | undefined) {
  const [stored, setTicked] = useState<TickedRows<Row>>(new Map())
  const { list, request, rows } = listed
  const ticked = useMemo(() => currentTicks(stored, { list, rows }, whyNot), [stored, list, rows, whyNot])
  const selected = useMemo(() => new Set(ticked.keys()), [ticked])
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
    /** For rows that an action removed from the list. Other ticks stay, also of rows that are not loaded. A stable function. */
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

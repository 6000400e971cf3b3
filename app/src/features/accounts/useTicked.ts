/** The rows that are ticked. Those beyond the list as it is narrowed now stay ticked. `keyOf` is always the same function. */
import { useMemo, useState } from 'react'

export type Ticked<Row> = ReadonlyMap<string, Row>

export function useTicked<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const [ticked, setTicked] = useState<Ticked<Row>>(new Map())
  const selected = useMemo(() => new Set(ticked.keys()), [ticked])

  function onChange(next: ReadonlySet<string>) {
    const chosen = new Map([...ticked].filter(([key]) => next.has(key)))
    for (const row of rows) if (next.has(keyOf(row))) chosen.set(keyOf(row), row)
    setTicked(chosen)
  }
  return {
    ticked,
    selected,
    onChange,
    add: (more: readonly Row[]) => setTicked((before) => new Map([...before, ...more.map((row): [string, Row] => [keyOf(row), row])])),
    clear: () => setTicked(new Map()),
  }
}

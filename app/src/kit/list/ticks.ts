/** The ticked rows of a list by key, and the functions that change them. */
export type TickedRows<Row> = ReadonlyMap<string, Row>

/** What the ticks need of a list. */
interface LoadedRows<Row> {
  list: { rowKey: (row: Row) => string }
  rows: readonly Row[]
}

/** Returns the selection with exactly these keys. `toValue` makes the stored value of a loaded row; other rows keep theirs. */
export function withTicks<Row, Value>(
  before: ReadonlyMap<string, Value>,
  next: ReadonlySet<string>,
  { list, rows }: LoadedRows<Row>,
  toValue: (row: Row, known: Value | undefined) => Value,
): ReadonlyMap<string, Value> {
  const kept = new Map([...before].filter(([key]) => next.has(key)))
  for (const row of rows) {
    const key = list.rowKey(row)
    if (next.has(key)) kept.set(key, toValue(row, kept.get(key)))
  }
  return kept
}

/**
 * Returns the ticked rows as the list shows them now; rows that are not loaded, as they were when they were ticked. Leaves out rows
 * that can no longer be ticked, for example because a colleague decided them.
 */
export function currentTicks<Row>(
  ticked: TickedRows<Row>,
  loaded: LoadedRows<Row>,
  whyNot: (row: Row) => string | undefined = anyRow,
): TickedRows<Row> {
  const now = withTicks(ticked, new Set(ticked.keys()), loaded, (row) => row)
  return new Map([...now].filter(([, row]) => whyNot(row) === undefined))
}

const anyRow = () => undefined

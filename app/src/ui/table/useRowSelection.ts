import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { RowSelection, Selection } from './dataTableTypes'

const anyRow = () => undefined

/** Selects a row, a range with Shift (pointer or keyboard), or all rows. Rows that cannot be selected are skipped. */
export function useRowSelection<Row>(
  rows: readonly Row[],
  keys: readonly string[],
  selection: Selection<Row> | undefined,
): RowSelection<Row> | undefined {
  const anchor = useRef<string>(undefined)
  const whyNot = selection?.whyNot ?? anyRow
  // Memoised separately, because it may check a rule for thousands of rows.
  const selectable = useMemo(
    () =>
      keys.filter((_, index) => {
        const row = rows[index]
        return row !== undefined && whyNot(row) === undefined
      }),
    [rows, keys, whyNot],
  )
  const range = useRef<{ from: string; base: ReadonlySet<string> }>(undefined)
  const latest = useRef({ selection, selectable, keys })
  useEffect(() => {
    latest.current = { selection, selectable, keys }
  })
  // A stable function, so that ticking a row renders only that row.
  const toggle = useCallback((key: string, isSelected: boolean, extendsRange: boolean) => {
    const { selection, selectable, keys } = latest.current
    if (!selection) return
    const targets = extendsRange ? keysBetween(keys, anchor.current, key) : [key]
    selection.onChange(withKeys(selection.selected, selectableOf(targets, selectable), isSelected))
    anchor.current = key
    range.current = undefined
  }, [])

  if (!selection) return undefined
  const { selected, onChange } = selection
  const all = stateOfAll(selected, selectable)
  function toggleAll(isSelected: boolean) {
    anchor.current = undefined
    range.current = undefined
    onChange(withKeys(selected, selectable, isSelected))
  }
  return {
    whyNot,
    hidesReasons: selection.hidesReasons ?? false,
    toggle,
    // The keyboard extends and reduces a range. The selection from before the range stays.
    extend(from, to) {
      const key = keys[to]
      range.current ??= { from: keys[from] ?? '', base: selected }
      anchor.current = range.current.from
      if (key !== undefined)
        onChange(withKeys(range.current.base, selectableOf(keysBetween(keys, range.current.from, key), selectable), true))
    },
    endRange() {
      range.current = undefined
    },
    selectAll() {
      if (all !== 'all') toggleAll(true)
      else selection.onSelectMatching?.()
    },
    isSelected: (key) => selected.has(key),
    isAny: selectable.length > 0,
    all,
    toggleAll,
  }
}

function selectableOf(keys: readonly string[], selectable: readonly string[]): string[] {
  const may = new Set(selectable)
  return keys.filter((key) => may.has(key))
}

/** Returns the keys from one row to another, in the order of the list. Without a first row, returns only the last. */
export function keysBetween(keys: readonly string[], first: string | undefined, last: string): string[] {
  const to = keys.indexOf(last)
  if (to < 0) return []
  const from = first === undefined ? -1 : keys.indexOf(first)
  if (from < 0) return [last]
  return keys.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Returns the selection with the keys added or removed. */
export function withKeys(selected: ReadonlySet<string>, keys: Iterable<string>, isSelected: boolean): Set<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}

/** Returns the state of the header's checkbox, for the rows that can be selected. */
export function stateOfAll(selected: ReadonlySet<string>, selectable: readonly string[]): 'none' | 'some' | 'all' {
  const count = selectable.filter((key) => selected.has(key)).length
  if (count === 0) return 'none'
  return count === selectable.length ? 'all' : 'some'
}

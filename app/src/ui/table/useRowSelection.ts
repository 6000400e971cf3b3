import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { RowSelection, Selection } from './dataTableTypes'
import { keysBetween, stateOfAll, withKeys } from './selectionRange'

const anyRow = () => undefined

/** Ticking one row, a range with Shift, or all; rows that can't be chosen are left out of each. */
export function useRowSelection<Row>(
  rows: readonly Row[],
  keys: readonly string[],
  selection: Selection<Row> | undefined,
): RowSelection<Row> | undefined {
  const anchor = useRef<string>(undefined)
  const whyNot = selection?.whyNot ?? anyRow
  // apart from the rest, as it may ask a rule for each of thousands of rows
  const selectable = useMemo(
    () =>
      keys.filter((_, index) => {
        const row = rows[index]
        return row !== undefined && whyNot(row) === undefined
      }),
    [rows, keys, whyNot],
  )
  const latest = useRef({ selection, selectable })
  useEffect(() => {
    latest.current = { selection, selectable }
  })
  // always the same function, so that ticking one row draws that row only
  const toggle = useCallback((key: string, isSelected: boolean, extendsRange: boolean) => {
    const { selection, selectable } = latest.current
    if (!selection) return
    selection.onChange(withKeys(selection.selected, extendsRange ? keysBetween(selectable, anchor.current, key) : [key], isSelected))
    anchor.current = key
  }, [])

  if (!selection) return undefined
  const { selected, onChange } = selection
  return {
    whyNot,
    toggle,
    isSelected: (key) => selected.has(key),
    all: stateOfAll(selected, selectable),
    toggleAll(isSelected) {
      anchor.current = undefined
      onChange(withKeys(selected, selectable, isSelected))
    },
  }
}

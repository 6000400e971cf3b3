/**
 * Keyboard navigation in a list. A grid has one tab stop, a row. From it, arrow keys move the focus to other rows, to the headers, and
 * to controls in the row. In other lists (cards, tables with fields) each control is a tab stop, and the same keys move between rows.
 */
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DataTableProps, RowSelection } from './dataTableTypes'
import {
  controlsOf,
  headerControls,
  keepInView,
  openerSelector,
  rowAt,
  rowOf,
  rowsOnScreen,
  targetControl,
  targetRow,
  usesAllKeys,
} from './gridPlaces'

export interface GridFocus {
  /** Index of the row with the keyboard focus. Virtual scrolling keeps this row in the document. */
  current: number
  focusRow: (index: number) => void
  /** Renders the row and scrolls it into view, without moving the focus. */
  showRow: (index: number) => void
  onFocus: (event: FocusEvent) => void
  onBlur: (event: FocusEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
  onKeyUp: (event: KeyboardEvent) => void
}

/** Keys that move between rows. */
const rowKeys = /^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/

export function useGridFocus<Row>(
  keys: readonly string[],
  box: RefObject<HTMLElement | null>,
  selectionOf: RowSelection<Row> | undefined,
  isGrid: boolean,
  { onOpenPanel, onReach }: Pick<DataTableProps<Row>, 'onOpenPanel' | 'onReach'> = {},
): GridFocus {
  const [place, setPlace] = useState<{ key?: string | undefined; index: number }>({ index: 0 })
  // The current row keeps the focus at a new position. If it is gone, the row at its index becomes current.
  const current = useMemo(() => {
    if (place.key === undefined || keys[place.index] === place.key) return Math.min(place.index, Math.max(keys.length - 1, 0))
    const moved = keys.indexOf(place.key)
    return moved >= 0 ? moved : Math.min(place.index, Math.max(keys.length - 1, 0))
  }, [keys, place])
  const hasFocus = useRef(false)

  const show = useCallback((index: number) => flushSync(() => setPlace({ key: keys[index], index })), [keys])
  const focusRow = useCallback(
    (index: number, control = 0) => {
      show(index)
      const row = rowAt(box.current, index)
      const stops = row ? [...(isGrid ? [row] : []), ...controlsOf(row)] : []
      const stop = stops[Math.min(control, stops.length - 1)]
      stop?.focus()
      keepInView(stop)
    },
    [box, show, isGrid],
  )

  const showRow = useCallback(
    (index: number) => {
      show(index)
      rowAt(box.current, index)?.scrollIntoView({ block: 'nearest' })
    },
    [box, show],
  )

  const onFocus = useCallback(
    (event: FocusEvent) => {
      const target = event.target as HTMLElement
      // React events of overlays bubble here, although their elements are not in the list.
      if (!box.current?.contains(target)) return
      hasFocus.current = true
      const index = rowOf(target)
      if (index !== undefined) setPlace((before) => (before.key === keys[index] ? before : { key: keys[index], index }))
      if (isGrid) setOnlyTabStop(box.current, target)
    },
    [box, keys, isGrid],
  )
  const onBlur = useCallback((event: FocusEvent) => {
    if ((event.target as Element).isConnected) hasFocus.current = false
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    const from = rowOf(target)
    const list = box.current
    if (event.defaultPrevented || event.altKey || !list?.contains(target) || usesAllKeys(target)) return
    const row = from === undefined ? null : rowAt(list, from)
    const stops = row ? [...(isGrid ? [row] : []), ...controlsOf(row)] : headerControls(list)
    const at = stops.indexOf(target)
    const isAtRow = target === row
    const key = keys[from ?? -1]
    const done = () => event.preventDefault()

    if (selectionOf && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') {
      done()
      return selectionOf.selectAll()
    }
    if (selectionOf && key !== undefined && event.key === ' ' && (isAtRow || target.matches('a'))) {
      done()
      return event.shiftKey ? selectionOf.toggle(key, true, true) : selectionOf.toggle(key, !selectionOf.isSelected(key), false)
    }
    if (onOpenPanel && key !== undefined && event.key === 'Enter' && event.shiftKey && (isAtRow || target.matches(openerSelector))) {
      done()
      return onOpenPanel(key)
    }
    if (isAtRow && row && event.key === 'Enter') {
      done()
      return row.querySelector<HTMLElement>(openerSelector)?.click()
    }
    if (isGrid && stops.length > 0) {
      const stop = targetControl(event, at, stops, isAtRow)
      if (stop) {
        done()
        return stop.focus()
      }
    }
    const to = targetRow(event, from, keys.length, rowsOnScreen(row))
    if (to === undefined) return
    done()
    if (to < 0) return headerControls(list)[Math.max(at - 1, 0)]?.focus()
    if (to >= keys.length) return list.querySelector<HTMLElement>('[data-more] button')?.focus()
    focusRow(to, from === undefined ? 0 : at)
    if (selectionOf && event.shiftKey && key !== undefined) selectionOf.extend(from ?? to, to)
    else selectionOf?.endRange()
  }

  /** Reports the reached row when the key is released, because a held key passes many rows. */
  function onKeyUp({ key, target }: KeyboardEvent) {
    const reached = keys[rowOf(target as Element) ?? -1]
    if (reached !== undefined && rowKeys.test(key)) onReach?.(reached)
  }

  const isThere = keys.length > 0
  useLayoutEffect(() => {
    const list = box.current
    if (!isGrid || !isThere || !list) return
    const update = () => setOnlyTabStop(list, rowAt(list, current))
    update()
    const observer = new MutationObserver(update)
    observer.observe(list, { childList: true, subtree: true, attributeFilter: ['tabindex', 'href'] })
    return () => observer.disconnect()
  }, [box, isGrid, isThere, current])

  // If the focused row was removed, the focus moves to the row in its place.
  useLayoutEffect(() => {
    if (isGrid && hasFocus.current && document.activeElement === document.body && keys.length > 0) rowAt(box.current, current)?.focus()
  }, [box, isGrid, keys, current])

  return { current, focusRow, showRow, onFocus, onBlur, onKeyDown, onKeyUp }
}

/** Makes the focused element, or else the current row, the only tab stop of the list. */
function setOnlyTabStop(list: HTMLElement, fallback: HTMLElement | null) {
  const active = document.activeElement as HTMLElement | null
  const stop = active && list.contains(active) ? active : fallback
  for (const element of list.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')) {
    const wanted = element === stop ? 0 : -1
    if (element.tabIndex !== wanted || !element.hasAttribute('tabindex')) element.tabIndex = wanted
  }
}

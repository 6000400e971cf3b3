/*
 * useWindowedRows(keys, estimate, body)
 * Which rows of a long list are in the document. It works in whatever scrolls (the page or a box), with rows of any height, and prints all rows.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rendered, rowAt, rowOffsets } from './windowedRows'

/** Pixels above and below the window that are kept ready, so that quick scrolling finds rows and not a gap. */
const overscan = 600

export function useWindowedRows(keys: readonly string[], estimate: number, body: RefObject<HTMLElement | null>) {
  const heights = useRef(new Map<string, number>())
  const [measured, setMeasured] = useState(0)
  const [window_, setWindow] = useState({ start: 0, end: 30 })
  const [focused, setFocused] = useState<number>()
  const [printsAll, setPrintsAll] = useState(false)

  const offsets = useMemo(() => rowOffsets(keys, heights.current, estimate), [keys, estimate, measured])

  const look = useCallback(() => {
    const list = body.current
    if (!list) return
    const box = list.getBoundingClientRect()
    const start = rowAt(offsets, -box.top - overscan)
    const end = rowAt(offsets, globalThis.innerHeight - box.top + overscan) + 1
    setWindow((old) => (old.start === start && old.end === end ? old : { start, end }))
  }, [body, offsets])

  useLayoutEffect(look, [look])
  useEffect(() => {
    // captured at the document, scrolling of any ancestor is heard
    document.addEventListener('scroll', look, { capture: true, passive: true })
    globalThis.addEventListener('resize', look)
    return () => {
      document.removeEventListener('scroll', look, { capture: true })
      globalThis.removeEventListener('resize', look)
    }
  }, [look])
  useEffect(() => {
    const before = () => flushSync(() => setPrintsAll(true))
    const after = () => setPrintsAll(false)
    globalThis.addEventListener('beforeprint', before)
    globalThis.addEventListener('afterprint', after)
    return () => {
      globalThis.removeEventListener('beforeprint', before)
      globalThis.removeEventListener('afterprint', after)
    }
  }, [])

  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        let changed = false
        for (const { target, borderBoxSize } of entries) {
          const key = (target as HTMLElement).dataset.key
          const height = borderBoxSize[0]?.blockSize
          if (key === undefined || !height || heights.current.get(key) === height) continue
          heights.current.set(key, height)
          changed = true
        }
        if (changed) setMeasured((count) => count + 1)
      }),
    [],
  )
  useEffect(() => () => observer.disconnect(), [observer])

  /** The ref of each row, which carries its key in data-key. */
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return
      observer.observe(row)
      return () => observer.unobserve(row)
    },
    [observer],
  )

  const parts = printsAll ? rendered(offsets, 0, keys.length, undefined) : rendered(offsets, window_.start, window_.end, focused)
  return { parts, measure, setFocused }
}

/**
 * Virtual scrolling: decides which rows of a long list are in the document. The rows around the current row always are, because the
 * focus would be lost with a removed control. Rows may have any height. When the page is printed, all rows are in the document.
 */
import { defaultRangeExtractor, type Range, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Pixels above and below the screen that also render, so that fast scrolling shows no gaps. */
const overscanPixels = 600

/** An empty element in place of rows that are not in the document. */
interface Gap {
  id: string
  height: number
}

export function useVirtualRows(keys: readonly string[], estimate: number, body: RefObject<HTMLElement | null>, current: number) {
  const isPrinting = useIsPrinting()

  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: keys.length,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    estimateSize: () => estimate,
    overscan: Math.round(overscanPixels / estimate),
    indexAttribute: 'data-row',
    measureElement: (row, entry) => entry?.borderBoxSize[0]?.blockSize ?? row.getBoundingClientRect().height,
    rangeExtractor: useCallback(
      (range: Range) => {
        if (isPrinting) return Array.from({ length: range.count }, (_, index) => index)
        const around = [current - 1, current, current + 1].filter((index) => index >= 0 && index < range.count)
        return [...new Set([...defaultRangeExtractor(range), ...around])].sort((one, other) => one - other)
      },
      [current, isPrinting],
    ),
    initialRect: { width: innerWidth, height: innerHeight },
    initialOffset: 0,
    observeElementOffset: useCallback(
      (_: Virtualizer<Window, HTMLElement>, notify: (offset: number, isScrolling: boolean) => void) => {
        // The distance from the list's start to the top of the screen, because the page, a dialogue or the table's box may scroll.
        const report = () => body.current && notify(-body.current.getBoundingClientRect().top, false)
        report()
        // Captured at the document, to receive the scroll events of every ancestor.
        document.addEventListener('scroll', report, { capture: true, passive: true })
        addEventListener('resize', report)
        return () => {
          document.removeEventListener('scroll', report, { capture: true })
          removeEventListener('resize', report)
        }
      },
      [body],
    ),
    // The browser's scroll anchoring corrects for rows that are higher than estimated, so the virtualizer must not scroll.
    scrollToFn: () => undefined,
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false

  const parts: (number | Gap)[] = []
  let [next, reached] = [0, 0]
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    if (start > reached) parts.push({ id: `gap-${next}`, height: start - reached })
    parts.push(index)
    next = index + 1
    reached = end
  }
  const rest = virtualizer.getTotalSize() - reached
  if (rest > 0) parts.push({ id: 'gap-end', height: rest })

  /** `measure` is the ref of each row. The row has its index in data-row. */
  return { parts, measure: virtualizer.measureElement }
}

function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setIsPrinting(true))
    const after = () => setIsPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return isPrinting
}

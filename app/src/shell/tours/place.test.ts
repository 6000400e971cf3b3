import { describe, expect, test } from 'vitest'
import { type Box, isOver, markedOf, placeOf, scrollNeeded } from './place'

const desk = { width: 1280, height: 720 }
const phone = { width: 320, height: 568 }
const panel = { width: 320, height: 200 }
/** Height of the sticky header. */
const start = 56
const onPhone = { width: 320, height: 220 }

const inside = (window: typeof desk, box: Box) =>
  box.left >= 0 && box.top >= 0 && box.left + box.width <= window.width && box.top + box.height <= window.height

describe('the panel of a step', () => {
  test('is below its element, above it if there is no room, and next to an element as high as the window', () => {
    expect(placeOf({ left: 300, top: 100, width: 400, height: 60 }, panel, desk)).toMatchObject({ left: 300, top: 172 })
    expect(placeOf({ left: 300, top: 560, width: 400, height: 60 }, panel, desk)).toMatchObject({ left: 300, top: 348 })
    expect(placeOf({ left: 0, top: 56, width: 224, height: 664 }, panel, desk)).toMatchObject({ left: 236 })
    expect(placeOf({ left: 1000, top: 0, width: 280, height: 720 }, panel, desk)).toMatchObject({ left: 668 })
  })

  test('is at the lower edge of a phone, and at the upper edge if it would cover its element', () => {
    expect(placeOf({ left: 16, top: 100, width: 288, height: 60 }, onPhone, phone)).toMatchObject({ top: 348 })
    expect(placeOf({ left: 16, top: 400, width: 288, height: 60 }, onPhone, phone)).toMatchObject({ top: 0 })
  })

  test('never covers the marked element, at any place and size', () => {
    for (const [window, size] of [
      [desk, panel],
      [{ width: 800, height: 600 }, panel],
      [phone, onPhone],
      [
        { width: 390, height: 844 },
        { width: 390, height: 240 },
      ],
    ] as const)
      for (const width of [20, 200, window.width])
        for (const height of [20, 150, 400, 2000])
          for (let top = 60; top < 3000; top += 97)
            for (const left of [0, window.width - width]) {
              const anchor = { left, top, width, height }
              const by = scrollNeeded(anchor, size, window, start)
              const now = { ...anchor, top: anchor.top - by }
              const marked = markedOf(now, size, window, start)
              const place = placeOf(marked, size, window)
              const details = JSON.stringify({ window, anchor, marked, place })
              expect(isOver(marked, place), details).toBe(false)
              expect(inside(window, place), details).toBe(true)
              expect(inside(window, marked), details).toBe(true)
              expect(marked.height, details).toBeGreaterThan(0)
            }
  })

  test('does not cover it at the end of a page, where the element cannot be scrolled to the top', () => {
    for (const [window, size] of [
      [desk, panel],
      [
        { width: 1280, height: 800 },
        { width: 320, height: 239 },
      ],
      [phone, onPhone],
    ] as const)
      for (let height = 20; height < window.height - start; height += 53)
        for (const below of [0, 40, 133]) {
          const now = { left: 30, top: window.height - height - below, width: window.width - 60, height }
          if (now.top < start) continue
          const marked = markedOf(now, size, window, start)
          const place = placeOf(marked, size, window)
          const details = JSON.stringify({ window, now, marked, place })
          expect(isOver(marked, place), details).toBe(false)
          expect(inside(window, place) && inside(window, marked) && marked.height >= 12, details).toBe(true)
        }
  })

  test('does not scroll a page on which everything is visible', () => {
    expect(scrollNeeded({ left: 300, top: 100, width: 400, height: 60 }, panel, desk, start)).toBe(0)
    expect(scrollNeeded({ left: 300, top: 900, width: 400, height: 60 }, panel, desk, start)).toBe(832)
  })

  test('is at the lower edge if its element has disappeared', () => {
    expect(placeOf(undefined, panel, desk)).toMatchObject({ left: 480, top: 512 })
  })
})

/** Finds the elements that a tour's steps point at, by their `data-tour` attribute. */
import type { Box } from './place'

/**
 * A step points at the first of these names that is on the page. A menu item on a wide screen may be behind a button on
 * a phone.
 */
export interface Step<Words extends string = string> {
  at: readonly string[]
  /** The key of the step's text. */
  words: Words
}

const isShown = ({ width, height }: DOMRect) => width > 0 && height > 0

/**
 * Returns an element's box in the window. For an element without a box of its own, such as `display: contents`, the box
 * of its content.
 */
function boxOf(element: Element): Box | undefined {
  const own = element.getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(element)
  const box = isShown(own) ? own : range.getBoundingClientRect()
  return isShown(box) ? { left: box.left, top: box.top, width: box.width, height: box.height } : undefined
}

export interface Anchor {
  box: Box
  /** Whether the element is in the page's content, which scrolls, and not in the frame around it. */
  isOnPage: boolean
}

/** Returns the box of a step's element; undefined if the page has none. */
export function anchorOf({ at }: Step): Anchor | undefined {
  for (const name of at)
    for (const element of document.querySelectorAll(`[data-tour="${name}"]`)) {
      const box = boxOf(element)
      if (box) return { box, isOnPage: element.closest('main') !== null }
    }
  return
}

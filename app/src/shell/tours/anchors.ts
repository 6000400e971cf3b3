/** Finds the elements of a tour's steps by their `data-tour` attribute. */
import type { Box } from './place'

/** A step of a tour. */
export interface Step<Words extends string = string> {
  /** The name of its element. */
  at: string
  /** The key of the step's text. */
  words: Words
}

const isShown = ({ width, height }: DOMRect) => width > 0 && height > 0

/**
 * Returns the box of an element in the window. For an element without a box, such as `display: contents`, returns the box
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
  /** Whether the element is in the page's content, which scrolls, instead of the frame around it. */
  isOnPage: boolean
}

/** Returns the element of a step. Undefined if it is not on the page. */
export function anchorOf({ at }: Step): Anchor | undefined {
  for (const element of document.querySelectorAll(`[data-tour="${at}"]`)) {
    const box = boxOf(element)
    if (box) return { box, isOnPage: element.closest('main') !== null }
  }
  return
}

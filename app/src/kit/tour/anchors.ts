/** What the steps of a tour point at: elements name themselves by `data-tour`. */
import type { Box } from './place'

/** Of these names the first that is on the page is meant: what is in the menu at a desk is behind a button on a phone. */
export interface Step<Words extends string = string> {
  at: readonly string[]
  /** The key of what it says. */
  words: Words
}

const isShown = ({ width, height }: DOMRect) => width > 0 && height > 0

/** Where an element is in the window; one that makes no box of its own is where its content is. */
function boxOf(element: Element): Box | undefined {
  const own = element.getBoundingClientRect()
  const range = document.createRange()
  range.selectNodeContents(element)
  const box = isShown(own) ? own : range.getBoundingClientRect()
  return isShown(box) ? { left: box.left, top: box.top, width: box.width, height: box.height } : undefined
}

export interface Anchor {
  box: Box
  /** It is part of the page, and not of the frame around it, which stays where it is. */
  isOnPage: boolean
}

/** Where the step points at now; nothing where the page has none of it. */
export function anchorOf({ at }: Step): Anchor | undefined {
  for (const name of at)
    for (const element of document.querySelectorAll(`[data-tour="${name}"]`)) {
      const box = boxOf(element)
      if (box) return { box, isOnPage: element.closest('main') !== null }
    }
  return
}

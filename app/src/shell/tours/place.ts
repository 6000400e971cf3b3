/**
 * Positions the panel of a step next to its element, never over it. On a phone the panel is at the lower edge, or at the
 * upper edge if it would cover the element.
 */

export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  left: number
  top: number
}

/** Pixels between element and panel. */
const gap = 12
/** Pixels between panel and window edge. */
const edge = 8

/** Width in pixels of the narrowest window that is not a phone. */
const phoneWidth = 640

const right = ({ left, width }: Box) => left + width
const bottom = ({ top, height }: Box) => top + height
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

export const isOver = (one: Box, other: Box): boolean =>
  one.left < right(other) && right(one) > other.left && one.top < bottom(other) && bottom(one) > other.top

const contains = (window: Size, box: Box) => box.left >= 0 && box.top >= 0 && right(box) <= window.width && bottom(box) <= window.height

/** Returns possible positions, best first: below the element, above, at its sides, or at an edge of the window. */
function placesOf(marked: Box, panel: Size, window: Size): Box[] {
  const { lower, upper } = edgesOf(panel, window)
  if (window.width < phoneWidth) return [lower, upper]
  const along = clamp(marked.left, edge, Math.max(edge, window.width - panel.width - edge))
  const across = clamp(marked.top, edge, Math.max(edge, window.height - panel.height - edge))
  return [
    { ...panel, left: along, top: bottom(marked) + gap },
    { ...panel, left: along, top: marked.top - gap - panel.height },
    { ...panel, left: right(marked) + gap, top: across },
    { ...panel, left: marked.left - gap - panel.width, top: across },
    lower,
    upper,
  ]
}

function edgesOf(panel: Size, window: Size) {
  // On a phone the panel is as wide as the window, and touches its edge.
  const distance = window.width < phoneWidth ? 0 : edge
  const lower = { ...panel, left: clamp((window.width - panel.width) / 2, 0, window.width), top: window.height - panel.height - distance }
  return { lower, upper: { ...lower, top: distance } }
}

const freePlace = (marked: Box, panel: Size, window: Size) =>
  placesOf(marked, panel, window).find((place) => contains(window, place) && !isOver(place, marked))

/**
 * Returns the part of the element to mark. Of an element that fills the window, only a part is marked, so that the panel
 * has room. The page begins at `start`, below the sticky header.
 */
export function markedOf(anchor: Box, panel: Size, window: Size, start: number): Box {
  const left = Math.max(anchor.left, 0)
  const width = Math.min(right(anchor), window.width) - left
  const aside = panel.width + gap + edge
  const isBeside = window.width >= phoneWidth && (window.width - right(anchor) >= aside || anchor.left >= aside)
  const most = window.height - start - (isBeside ? gap : panel.height + 3 * gap)
  const marked = { left, top: anchor.top, width, height: Math.min(anchor.height, Math.max(most, gap)) }
  if (freePlace(marked, panel, window)) return marked
  // At the end of the page nothing scrolls further, so the part of the element under the panel is not marked.
  const room = edgesOf(panel, window).lower.top - gap - marked.top
  return room >= gap ? { ...marked, height: Math.min(marked.height, room) } : marked
}

/** Returns the position of the panel. Without an element, it is centred at the lower edge. */
export const placeOf = (marked: Box | undefined, panel: Size, window: Size): Box =>
  (marked && freePlace(marked, panel, window)) ?? edgesOf(panel, window).lower

/** Returns the distance to scroll until the marked part is visible and the panel has room. */
export function scrollNeeded(anchor: Box, panel: Size, window: Size, start: number): number {
  const marked = markedOf(anchor, panel, window, start)
  const isWhole = marked.height === Math.min(anchor.height, markedOf({ ...anchor, top: start + gap }, panel, window, start).height)
  const isInSight = marked.top >= start && bottom(marked) <= window.height
  if (isWhole && isInSight && freePlace(marked, panel, window)) return 0
  return anchor.top - start - gap
}

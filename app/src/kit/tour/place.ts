/**
 * Positions a step's panel next to its element, never over it. On a phone it is at the lower edge, or at the upper edge
 * if it would otherwise cover the element.
 */

export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  left: number
  top: number
}

/** Pixels between element and panel, and between panel and window edge. */
const gap = 12
const edge = 8

/** Narrower windows show the panel at an edge. In pixels. */
const phone = 640

const right = ({ left, width }: Box) => left + width
const bottom = ({ top, height }: Box) => top + height
const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

export const isOver = (one: Box, other: Box): boolean =>
  one.left < right(other) && right(one) > other.left && one.top < bottom(other) && bottom(one) > other.top

const holds = (window: Size, box: Box) => box.left >= 0 && box.top >= 0 && right(box) <= window.width && bottom(box) <= window.height

/** Returns possible positions, best first: below the element, above, at its sides, or at an edge of the window. */
function placesOf(marked: Box, panel: Size, window: Size): Box[] {
  const { lower, upper } = edgesOf(panel, window)
  if (window.width < phone) return [lower, upper]
  const along = within(marked.left, edge, Math.max(edge, window.width - panel.width - edge))
  const across = within(marked.top, edge, Math.max(edge, window.height - panel.height - edge))
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
  // On a phone the panel has the window's width, and touches its edge.
  const away = window.width < phone ? 0 : edge
  const lower = { ...panel, left: within((window.width - panel.width) / 2, 0, window.width), top: window.height - panel.height - away }
  return { lower, upper: { ...lower, top: away } }
}

const freePlace = (marked: Box, panel: Size, window: Size) =>
  placesOf(marked, panel, window).find((place) => holds(window, place) && !isOver(place, marked))

/**
 * Returns the part of the element to mark. An element that fills the window is marked in part, to leave room for the
 * panel. The page begins at `start`, below the sticky header.
 */
export function markedOf(anchor: Box, panel: Size, window: Size, start: number): Box {
  const left = Math.max(anchor.left, 0)
  const width = Math.min(right(anchor), window.width) - left
  const aside = panel.width + gap + edge
  const isBeside = window.width >= phone && (window.width - right(anchor) >= aside || anchor.left >= aside)
  const most = window.height - start - (isBeside ? gap : panel.height + 3 * gap)
  const marked = { left, top: anchor.top, width, height: Math.min(anchor.height, Math.max(most, gap)) }
  if (freePlace(marked, panel, window)) return marked
  // At its end the page cannot scroll further, so the part of the element under the panel is not marked.
  const room = edgesOf(panel, window).lower.top - gap - marked.top
  return room >= gap ? { ...marked, height: Math.min(marked.height, room) } : marked
}

/** Returns the panel's position; centred at the lower edge if there is no element. */
export const placeOf = (marked: Box | undefined, panel: Size, window: Size): Box =>
  (marked && freePlace(marked, panel, window)) ?? edgesOf(panel, window).lower

/** Returns the distance to scroll, so that the marked part is visible and the panel has room. */
export function scrollNeeded(anchor: Box, panel: Size, window: Size, start: number): number {
  const marked = markedOf(anchor, panel, window, start)
  const isWhole = marked.height === Math.min(anchor.height, markedOf({ ...anchor, top: start + gap }, panel, window, start).height)
  const isInSight = marked.top >= start && bottom(marked) <= window.height
  if (isWhole && isInSight && freePlace(marked, panel, window)) return 0
  return anchor.top - start - gap
}

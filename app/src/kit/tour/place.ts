/**
 * Where the panel of a step stands: beside what it is about, and never over it. On a phone it is at the lower edge, or at the
 * upper one where the lower one would cover what is meant.
 */

export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  left: number
  top: number
}

/** Pixels between what is meant and the panel, and between the panel and the window's edge. */
const gap = 12
const edge = 8

/** Narrower windows have the panel at an edge. */
const phone = 640

const right = ({ left, width }: Box) => left + width
const bottom = ({ top, height }: Box) => top + height
const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

export const isOver = (one: Box, other: Box): boolean =>
  one.left < right(other) && right(one) > other.left && one.top < bottom(other) && bottom(one) > other.top

const holds = (window: Size, box: Box) => box.left >= 0 && box.top >= 0 && right(box) <= window.width && bottom(box) <= window.height

/** Where the panel may go, the best first: under what is marked, over it, at its sides, or at an edge of the window. */
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
  // On a phone it is as wide as the window, and lies at its very edge.
  const away = window.width < phone ? 0 : edge
  const lower = { ...panel, left: within((window.width - panel.width) / 2, 0, window.width), top: window.height - panel.height - away }
  return { lower, upper: { ...lower, top: away } }
}

const freePlace = (marked: Box, panel: Size, window: Size) =>
  placesOf(marked, panel, window).find((place) => holds(window, place) && !isOver(place, marked))

/**
 * The part of what is meant that is marked: where it fills the window there would be no room left for the panel. The page begins
 * at `start`, under what sticks to the upper edge.
 */
export function markedOf(anchor: Box, panel: Size, window: Size, start: number): Box {
  const left = Math.max(anchor.left, 0)
  const width = Math.min(right(anchor), window.width) - left
  const aside = panel.width + gap + edge
  const isBeside = window.width >= phone && (window.width - right(anchor) >= aside || anchor.left >= aside)
  const most = window.height - start - (isBeside ? gap : panel.height + 3 * gap)
  const marked = { left, top: anchor.top, width, height: Math.min(anchor.height, Math.max(most, gap)) }
  if (freePlace(marked, panel, window)) return marked
  // At its end the page cannot be scrolled further: the rest of it is under the panel, and not marked.
  const room = edgesOf(panel, window).lower.top - gap - marked.top
  return room >= gap ? { ...marked, height: Math.min(marked.height, room) } : marked
}

/** Where the panel goes; without anything to stand beside, in the middle of the lower edge. */
export const placeOf = (marked: Box | undefined, panel: Size, window: Size): Box =>
  (marked && freePlace(marked, panel, window)) ?? edgesOf(panel, window).lower

/** How far the page is to be scrolled so that what is marked is in sight and leaves room for the panel. */
export function scrollNeeded(anchor: Box, panel: Size, window: Size, start: number): number {
  const marked = markedOf(anchor, panel, window, start)
  const isWhole = marked.height === Math.min(anchor.height, markedOf({ ...anchor, top: start + gap }, panel, window, start).height)
  const isInSight = marked.top >= start && bottom(marked) <= window.height
  if (isWhole && isInSight && freePlace(marked, panel, window)) return 0
  return anchor.top - start - gap
}

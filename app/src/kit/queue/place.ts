/** Where a record stands in the list that it was opened from. */

/** A place that was seen: the list may have lost the record since, by what was decided. */
export interface Place {
  index: number
  previous: string | undefined
  next: string | undefined
}

export interface Standing {
  /** Where the record is now; none when the list has it no more. */
  place: Place | undefined
  previous: string | undefined
  next: string | undefined
  /** How many come after it. */
  left: number
}

/** `seen` is where the record stood before it was decided on. */
export function standing(keys: readonly string[], total: number, key: string, seen: Place | undefined): Standing {
  const index = keys.indexOf(key)
  if (index >= 0) {
    const place = { index, previous: keys[index - 1], next: keys[index + 1] }
    return { place, previous: place.previous, next: place.next, left: Math.max(0, total - index - 1) }
  }
  const still = (neighbour: string | undefined) => (neighbour !== undefined && keys.includes(neighbour) ? neighbour : undefined)
  const at = seen?.index ?? 0
  const next = still(seen?.next) ?? keys[at]
  const before = next === undefined ? keys.length : keys.indexOf(next)
  return {
    place: undefined,
    previous: seen && (still(seen.previous) ?? keys[before - 1]),
    next,
    left: next === undefined ? 0 : Math.max(0, total - before),
  }
}

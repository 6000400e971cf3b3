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
  /** How many other records the list has, those that were passed over included. */
  left: number
}

/** `keys` are those that are loaded, of `total`; `seen` is where the record stood before it was decided on. */
export function standing(keys: readonly string[], total: number, key: string, seen: Place | undefined): Standing {
  const index = keys.indexOf(key)
  if (index >= 0) {
    const place = { index, previous: keys[index - 1], next: keys[index + 1] }
    return { place, previous: place.previous, next: place.next, left: Math.max(0, total - 1) }
  }
  const still = (neighbour: string | undefined) => (neighbour !== undefined && keys.includes(neighbour) ? neighbour : undefined)
  const after = still(seen?.next) ?? keys[seen?.index ?? 0]
  // At the end those that were passed over follow, unless the list goes on with records that are not loaded.
  const next = after ?? (keys.length >= total ? keys[0] : undefined)
  const before = after === undefined ? keys.length : keys.indexOf(after)
  return { place: undefined, previous: seen && (still(seen.previous) ?? keys[before - 1]), next, left: Math.max(0, total) }
}

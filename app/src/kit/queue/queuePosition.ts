/** The position of a record in the list that it was opened from. */

/** The last known position. A decision may have removed the record from the list since. */
export interface LastPosition {
  index: number
  previous: string | undefined
  next: string | undefined
}

export interface QueuePosition {
  /** The record's current position; undefined if it has left the list. */
  place: LastPosition | undefined
  previous: string | undefined
  next: string | undefined
  /** Number of other records in the list, including skipped records. */
  left: number
}

/** `keys` are the loaded records, of `total`. `seen` is the record's position before it left the list. */
export function queuePositionOf(keys: readonly string[], total: number, key: string, seen: LastPosition | undefined): QueuePosition {
  const index = keys.indexOf(key)
  if (index >= 0) {
    const place = { index, previous: keys[index - 1], next: keys[index + 1] }
    return { place, previous: place.previous, next: place.next, left: Math.max(0, total - 1) }
  }
  const still = (neighbour: string | undefined) => (neighbour !== undefined && keys.includes(neighbour) ? neighbour : undefined)
  const after = still(seen?.next) ?? keys[seen?.index ?? 0]
  // At the end of the list, start again with skipped records, unless the list has more records that are not loaded.
  const next = after ?? (keys.length >= total ? keys[0] : undefined)
  const before = after === undefined ? keys.length : keys.indexOf(after)
  return { place: undefined, previous: seen && (still(seen.previous) ?? keys[before - 1]), next, left: Math.max(0, total) }
}

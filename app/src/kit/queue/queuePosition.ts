/** The position of a record in the list that it was opened from. */

/** A record's last known position. A decision may have removed the record from the list since. */
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

/** `keys` are the loaded records of `total` records. `seen` is the record's position before it left the list. */
export function queuePositionOf(keys: readonly string[], total: number, key: string, seen: LastPosition | undefined): QueuePosition {
  const index = keys.indexOf(key)
  if (index >= 0) {
    const place = { index, previous: keys[index - 1], next: keys[index + 1] }
    return { place, previous: place.previous, next: place.next, left: Math.max(0, total - 1) }
  }
  const ifListed = (neighbour: string | undefined) => (neighbour !== undefined && keys.includes(neighbour) ? neighbour : undefined)
  const following = ifListed(seen?.next) ?? keys[seen?.index ?? 0]
  // At the end of the list, continue with skipped records, unless the list has more records that are not loaded.
  const next = following ?? (keys.length >= total ? keys[0] : undefined)
  const followingIndex = following === undefined ? keys.length : keys.indexOf(following)
  return { place: undefined, previous: seen && (ifListed(seen.previous) ?? keys[followingIndex - 1]), next, left: Math.max(0, total) }
}

/** Where each row begins when the known heights are used and the others are taken to be the estimate; one more entry for the end. */
export function rowOffsets(keys: readonly string[], heights: ReadonlyMap<string, number>, estimate: number): Float64Array {
  const offsets = new Float64Array(keys.length + 1)
  for (let index = 0; index < keys.length; index++) {
    offsets[index + 1] = (offsets[index] ?? 0) + (heights.get(keys[index] ?? '') ?? estimate)
  }
  return offsets
}

/** The first row that ends below `y`, by halving. */
export function rowAt(offsets: Float64Array, y: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle + 1] ?? Number.POSITIVE_INFINITY) > y) high = middle
    else low = middle + 1
  }
  return low
}

export interface Gap {
  id: string
  height: number
}

/**
 * What is in the document: the rows from `start` up to `end`, those around the focused one, and gaps in place of all others.
 * The focused row stays although it is scrolled away, because a control that vanishes takes the focus with it.
 */
export function rendered(offsets: Float64Array, start: number, end: number, focused: number | undefined): (number | Gap)[] {
  const count = offsets.length - 1
  const indexes = new Set<number>()
  for (let index = Math.max(0, start); index < Math.min(count, end); index++) indexes.add(index)
  if (focused !== undefined) for (const index of [focused - 1, focused, focused + 1]) if (index >= 0 && index < count) indexes.add(index)

  const parts: (number | Gap)[] = []
  let next = 0
  for (const index of [...indexes].sort((one, other) => one - other)) {
    if (index > next) parts.push({ id: `gap-${next}`, height: (offsets[index] ?? 0) - (offsets[next] ?? 0) })
    parts.push(index)
    next = index + 1
  }
  if (next < count) parts.push({ id: 'gap-end', height: (offsets[count] ?? 0) - (offsets[next] ?? 0) })
  return parts
}

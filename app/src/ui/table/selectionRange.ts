/** The keys between two rows, both included, in the order of the list, whichever was pressed first. Without a first row it is the second alone. */
export function keysBetween(keys: readonly string[], first: string | undefined, last: string): string[] {
  const to = keys.indexOf(last)
  if (to < 0) return []
  const from = first === undefined ? -1 : keys.indexOf(first)
  if (from < 0) return [last]
  return keys.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** The selection with the keys added or taken out. */
export function withKeys(selected: ReadonlySet<string>, keys: Iterable<string>, isSelected: boolean): Set<string> {
  const next = new Set(selected)
  for (const key of keys) {
    if (isSelected) next.add(key)
    else next.delete(key)
  }
  return next
}

/** What the box over the column shows for the rows that may be selected. */
export function stateOfAll(selected: ReadonlySet<string>, selectable: readonly string[]): 'none' | 'some' | 'all' {
  const count = selectable.filter((key) => selected.has(key)).length
  if (count === 0) return 'none'
  return count === selectable.length ? 'all' : 'some'
}

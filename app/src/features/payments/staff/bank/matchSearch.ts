/** The searches for candidates in the address of a bank line. */
export interface MatchSearch {
  search?: string | undefined
  lines?: string | undefined
}

const textOf = (raw: unknown) => (typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined)

export function readMatchSearch(raw: Record<string, unknown>): MatchSearch {
  const [search, lines] = [textOf(raw['search']), textOf(raw['lines'])]
  return { ...(search && { search }), ...(lines && { lines }) }
}

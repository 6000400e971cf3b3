/** The searches for candidates in the address of a bank line. */
export interface MatchSearch {
  search?: string | undefined
  lines?: string | undefined
}

/** A space at the end stays, because the user may still be typing. */
const parseText = (raw: unknown) => (typeof raw === 'string' ? raw : undefined)

export function readMatchSearch(raw: Record<string, unknown>): MatchSearch {
  const [search, lines] = [parseText(raw['search']), parseText(raw['lines'])]
  return { ...(search && { search }), ...(lines && { lines }) }
}

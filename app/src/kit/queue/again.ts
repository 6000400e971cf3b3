/** The next page of a list that is gone through was refused: it is not the end, and what leads on asks for it again. */

export interface Again {
  ask: () => void
  isAsking: boolean
}

interface Pages {
  hasNextPage: boolean
  isError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: (how: { cancelRefetch: boolean }) => Promise<unknown>
}

/** `next` is the one that follows, of those that are loaded. */
export function againOf(next: string | undefined, { hasNextPage, isError, isFetchingNextPage, fetchNextPage }: Pages): Again | undefined {
  if (next !== undefined || !hasNextPage || !isError) return undefined
  return { ask: () => void fetchNextPage({ cancelRefetch: false }), isAsking: isFetchingNextPage }
}

/**
 * Retry when loading the next page of a list failed while stepping through its records. The button "next" then loads
 * that page again.
 */

export interface PageRetry {
  ask: () => void
  isAsking: boolean
}

interface Pages {
  hasNextPage: boolean
  isError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: (how: { cancelRefetch: boolean }) => Promise<unknown>
}

/** `next` is the following record, if it is loaded. */
export function pageRetryOf(
  next: string | undefined,
  { hasNextPage, isError, isFetchingNextPage, fetchNextPage }: Pages,
): PageRetry | undefined {
  if (next !== undefined || !hasNextPage || !isError) return undefined
  return { ask: () => void fetchNextPage({ cancelRefetch: false }), isAsking: isFetchingNextPage }
}

/**
 * A retry for stepping through the records of a list, after its next page could not be loaded. The button "next" then
 * loads that page again.
 */

export interface PageRetry {
  ask: () => void
  isAsking: boolean
}

interface Pages {
  hasNextPage: boolean
  isError: boolean
  isFetchingNextPage: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

/** `next` is the following record, if it is loaded. */
export function pageRetryOf(
  next: string | undefined,
  { hasNextPage, isError, isFetchingNextPage, fetchNextPage }: Pages,
): PageRetry | undefined {
  if (next !== undefined || !hasNextPage || !isError) return undefined
  return { ask: () => void fetchNextPage({ cancelRefetch: false }), isAsking: isFetchingNextPage }
}

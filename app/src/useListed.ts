/** What every list that comes in pages tells its table: its rows, whether more come, and what went wrong. */
import { messageOf } from './api'
import { useTranslation } from './words/useTranslation'

interface Pages<Row> {
  rows: Row[]
  isPending: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
  error: unknown
  refetch: () => unknown
}

export function useListed<Row>(pages: Pages<Row>) {
  const { t } = useTranslation()
  const problem = { title: t('problem.loading'), body: messageOf(pages.error), onRetry: () => void pages.refetch() }
  return {
    rows: pages.rows,
    isLoading: pages.isPending || pages.isPlaceholderData,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    onLoadMore: () => void pages.fetchNextPage(),
    ...(pages.error ? { problem } : {}),
  }
}

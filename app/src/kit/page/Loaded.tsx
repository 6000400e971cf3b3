/** A record that is asked for: its place while it is awaited, what went wrong, or the record. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button/Button'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { Skeleton } from '../../ui/feedback/Skeleton'
import { useDelayed } from '../../ui/feedback/useDelayed'
import { Stack } from '../../ui/layout/Stack'
import { useTranslation } from '../../words/useTranslation'
import { messageOf, Refused } from '../call/api'

const lines = ['40%', '75%', '60%', '70%', '50%']

export function Loaded<Data>({ query, children }: { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }) {
  const { t } = useTranslation()
  const isSlow = useDelayed(query.isPending)
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    // Asking again finds no more: there is none, or it is somebody else's.
    if (query.error instanceof Refused && query.error.status === 404) return <EmptyState kind="unmatched" title={messageOf(query.error)} />
    return (
      <EmptyState
        kind="failed"
        title={t('problem.loading')}
        action={
          <Button onPress={() => query.refetch()} isLoading={query.isFetching}>
            {t('ui.tryAgain')}
          </Button>
        }
      >
        {messageOf(query.error)}
      </EmptyState>
    )
  }
  return (
    <div aria-busy="true">
      {isSlow && (
        <Stack gap={5}>
          {lines.map((width) => (
            <Skeleton key={width} width={width} height="1.25rem" />
          ))}
        </Stack>
      )}
    </div>
  )
}

/** Assigns a query to the caller, or to no one. */
import type { QueryDetails, QueuedQuery } from '~/core/core'
import { call, messageOf } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import { toasts } from '~/ui/feedback/toastQueue'
import { useTranslation } from '~/words/useTranslation'

interface Assignment {
  query: Pick<QueryDetails | QueuedQuery, 'queryId' | 'bulkId' | 'assignedTo'>
  toMe: boolean
}

/**
 * The list shows no version, so the query is read first. If a colleague took it since the list was read, nothing is assigned.
 * Resolves to false then.
 */
async function assign({ query: { queryId, bulkId, assignedTo }, toMe }: Assignment): Promise<boolean> {
  const now = await call('GetQuery', { queryId, id: bulkId })
  if (now.assignedTo !== assignedTo) return false
  await call('AssignQuery', { queryId, toMe, version: now.version })
  return true
}

export function useAssign() {
  const { t } = useTranslation('queriesStaff')
  return useAction(assign, {
    onSuccess: (isDone, { toMe }) =>
      isDone ? toasts.add({ title: t(toMe ? 'assign.mine' : 'assign.released') }) : toasts.add({ title: t('assign.moved'), tone: 'bad' }),
    onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
  })
}

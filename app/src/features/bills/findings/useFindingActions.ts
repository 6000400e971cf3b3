/** The actions on findings: dismiss, reopen, and mute a rule for an account. */
import { useCallback } from 'react'
import { type ListedFinding, numberShown } from '~/core/core'
import { messageOf } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { toasts } from '~/ui/feedback/toastQueue'
import { useTranslation } from '~/words/useTranslation'
import { inParts } from './inParts'

/** Maximum findings in one call; equal to core's `MAX_DECIDED`. */
export const maxDecided = 1000

export const canDismiss = ({ state }: Pick<ListedFinding, 'state'>) => state === 'open'
export const canReopen = ({ state }: Pick<ListedFinding, 'state'>) => state === 'dismissed' || state === 'settled'

/** Whether the user may decide about findings. Viewers, and staff in customer view mode, may only read them. */
export function useMayDecide(): boolean {
  const may = useMay('bill', 'update')
  return useReadOnly() === undefined && may
}

const idsOf = (findings: readonly ListedFinding[]) => findings.map(({ findingId }) => findingId)

/** Returns a function that dismisses findings, in several calls if there are more than one call accepts. */
export function useDismiss() {
  const id = useBulkId()
  const { mutateAsync } = useWrite('DismissFindings')
  return async (findings: readonly ListedFinding[], reason: string) => {
    for (const findingIds of inParts(idsOf(findings), maxDecided)) await mutateAsync({ id, findingIds, reason })
  }
}

/** Returns a stable function that reopens findings and shows a toast. It resolves to true on success. */
export function useReopen() {
  const { t } = useTranslation('findings')
  const id = useBulkId()
  const { mutateAsync, isPending } = useWrite('ReopenFindings')
  const reopen = useCallback(
    async (findings: readonly ListedFinding[]) => {
      try {
        for (const findingIds of inParts(idsOf(findings), maxDecided)) await mutateAsync({ id, findingIds })
      } catch (error) {
        toasts.add({ title: messageOf(error), tone: 'bad' })
        return false
      }
      toasts.add({ title: t('reopen.done', { count: findings.length, shown: numberShown(findings.length) }) })
      return true
    },
    [t, id, mutateAsync],
  )
  return { reopen, isReopening: isPending }
}

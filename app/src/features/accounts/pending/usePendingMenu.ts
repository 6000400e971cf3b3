/** What can be done with an account that could not be taken; one that waits can only be waited for. */
import { useCallback } from 'react'
import { type PendingAccount, sentence } from '../../../core/core'
import type { ChangeOf } from '../../../kit/list/useChangeSearch'
import type { MenuItem } from '../../../ui/overlay/Menu'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import type { PendingSource } from '../source'
import { hasFailed, type PendingSearch, rowOf } from './pendingList'

export function usePendingMenu(
  { mayAdd, mayUpdate, mayDelete }: PendingSource,
  onSearch: ChangeOf<PendingSearch>,
  tryAgain: (rows: readonly PendingAccount[]) => void,
) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  return useCallback(
    (row: PendingAccount): MenuItem[] => {
      const whyNot = (may: boolean) => (may ? (hasFailed(row) ? undefined : t('pending.waits')) : sentence('forbidden', language))
      const open = (dialog: PendingSearch['open']) => () => onSearch({ open: dialog, row: rowOf(row) }, true)
      return [
        { id: 'again', label: t('pending.again'), onAction: () => tryAgain([row]), whyNot: whyNot(mayUpdate) },
        { id: 'correct', label: t('pending.correct'), onAction: open('correct'), whyNot: whyNot(mayAdd && mayDelete) },
        {
          id: 'forget',
          label: t('pending.forget'),
          onAction: open('forget'),
          isDanger: true,
          startsGroup: true,
          whyNot: whyNot(mayDelete),
        },
      ]
    },
    [t, language, mayAdd, mayUpdate, mayDelete, onSearch, tryAgain],
  )
}

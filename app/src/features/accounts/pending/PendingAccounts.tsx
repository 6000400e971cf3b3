/*
 * PendingAccounts({ source, pending, search, onSearch })
 * Accounts that wait for the job, and those that could not be taken: why, and what can be done about it. For a bulk account's
 * own people, and for staff over all customers (`usePendingOfAll`).
 */
import { useCallback } from 'react'
import { countShown, type PendingAccount } from '../../../core/core'
import { messageOf } from '../../../kit/call/api'
import { List } from '../../../kit/list/List'
import type { ChangeOf } from '../../../kit/list/useChangeSearch'
import type { Listed } from '../../../kit/list/useList'
import { useTicked } from '../../../kit/list/useTicked'
import { useFocusBack } from '../../../kit/page/useFocusBack'
import { toasts } from '../../../ui/feedback/toastQueue'
import { useTranslation } from '../../../words/useTranslation'
import type { PendingSource } from '../source'
import { PendingBar } from './PendingBar'
import { PendingDialog } from './PendingDialog'
import { usePendingAction } from './pending'
import { hasFailed, type PendingSearch } from './pendingList'
import { usePendingMenu } from './usePendingMenu'

interface Props {
  source: PendingSource
  pending: Listed<PendingAccount>
  search: PendingSearch
  onSearch: ChangeOf<PendingSearch>
}

export function PendingAccounts({ source, pending, search, onSearch }: Props) {
  const { t } = useTranslation('accounts')
  const whyNot = useCallback((row: PendingAccount) => (hasFailed(row) ? undefined : t('pending.waits')), [t])
  const { ticked, selection, clear } = useTicked(pending, whyNot)
  const { mutate: submit, isPending: isTrying } = usePendingAction('PendingSubmit')
  const tryAgain = useCallback(
    (rows: readonly PendingAccount[], then?: () => void) =>
      submit(rows, {
        onSuccess: (count) => {
          toasts.add({ title: t('pending.tried', { count, shown: countShown(count) }) })
          then?.()
        },
        onError: (error) => toasts.add({ tone: 'bad', title: messageOf(error) }),
      }),
    [submit, t],
  )
  const menu = usePendingMenu(source, onSearch, tryAgain)
  useFocusBack({ open: search.open, user: search.row })
  const mayAct = source.mayUpdate || source.mayDelete
  return (
    <>
      <List list={pending} selection={mayAct ? selection : undefined} menu={mayAct ? menu : undefined} />
      {mayAct && (
        <PendingBar
          source={source}
          rows={[...ticked.values()]}
          isTrying={isTrying}
          onTry={() => tryAgain([...ticked.values()], clear)}
          onForget={() => onSearch({ open: 'forget', row: undefined }, true)}
          onClear={clear}
        />
      )}
      <PendingDialog
        source={source}
        search={search}
        rows={pending.rows}
        ticked={ticked}
        onClose={() => onSearch({ open: undefined, row: undefined })}
        onDone={clear}
      />
    </>
  )
}

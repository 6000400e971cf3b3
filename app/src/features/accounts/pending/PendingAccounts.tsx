/**
 * Accounts that are queued, and those that could not be added, with the reason and the actions. Used for one bulk account, and by
 * staff for all customers (`usePendingOfAll`).
 */
import { useCallback, useState } from 'react'
import { numberShown, type PendingAccount, sentence } from '~/core/core'
import { useFrozen } from '~/kit/announcements/frozen'
import { messageOf } from '~/kit/call/api'
import { List } from '~/kit/list/List'
import type { ChangeOf } from '~/kit/list/useChangeSearch'
import type { ListState } from '~/kit/list/useList'
import { useTicked } from '~/kit/list/useTicked'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { PendingSource } from '../accountListSource'
import styles from '../ProgressNotice.module.css'
import { hasFailed, rowOf } from './failed'
import { PendingDialog } from './PendingDialog'
import { doneMessage, usePendingAction } from './pending'
import type { PendingSearch } from './pendingList'
import type { Outcome, Refusal } from './runForEachBulkAccount'

interface Props {
  source: PendingSource
  pending: ListState<PendingAccount>
  search: PendingSearch
  onSearch: ChangeOf<PendingSearch>
}

export function PendingAccounts({ source, pending, search, onSearch }: Props) {
  const { t } = useTranslation('accounts')
  const whyNot = useCallback((row: PendingAccount) => (hasFailed(row) ? undefined : t('pending.waits')), [t])
  const { ticked, selection, clear, untick, tickOnly } = useTicked(pending, whyNot)
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const { mutate: submit, isPending: isTrying } = usePendingAction('PendingSubmit')
  const tryAgain = useCallback(
    (rows: readonly PendingAccount[], then?: (outcome: Outcome) => void) =>
      submit(rows, {
        onSuccess: (outcome) => {
          toasts.add({ title: doneMessage(t, 'pending.tried', outcome) })
          then?.(outcome)
        },
        onError: (error) => toasts.add({ tone: 'bad', title: messageOf(error) }),
      }),
    [submit, t],
  )
  /** Rows that were refused stay ticked. */
  const keepRefused = ({ refused: left }: Outcome) => {
    setRefused(left)
    tickOnly(left.flatMap(({ rows }) => rows))
  }
  const frozen = useFrozen('PendingSubmit')
  const menu = usePendingMenu(source, onSearch, tryAgain, frozen)
  useFocusBack({ open: search.open, row: search.row })
  const mayAct = source.mayUpdate || source.mayDelete
  return (
    <>
      <RefusedNotice refused={refused} onClose={() => setRefused([])} />
      <List list={pending} selection={mayAct ? selection : undefined} menu={mayAct ? menu : undefined} />
      {mayAct && (
        <PendingBar
          source={source}
          rows={[...ticked.values()]}
          isTrying={isTrying}
          frozen={frozen}
          onTry={() => tryAgain([...ticked.values()], keepRefused)}
          onForget={() => onSearch({ open: 'forget', row: undefined }, true)}
          onClear={clear}
        />
      )}
      <PendingDialog
        source={source}
        search={search}
        pending={pending}
        ticked={ticked}
        onClose={() => onSearch({ open: undefined, row: undefined })}
        onDone={keepRefused}
        onGone={(row) => untick([row])}
        onStep={(row) => onSearch({ row })}
      />
    </>
  )
}

/** The menu of an account that could not be added. Queued accounts have no actions. */
function usePendingMenu(
  { mayAdd, mayUpdate, mayDelete }: PendingSource,
  onSearch: ChangeOf<PendingSearch>,
  tryAgain: (rows: readonly PendingAccount[]) => void,
  frozen: string | undefined,
) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  return useCallback(
    (row: PendingAccount): MenuItem[] => {
      const whyNot = (may: boolean) => (may ? (hasFailed(row) ? undefined : t('pending.waits')) : sentence('forbidden', language))
      const open = (dialog: PendingSearch['open']) => () => onSearch({ open: dialog, row: rowOf(row) }, true)
      return [
        { id: 'again', label: t('pending.again'), onAction: () => tryAgain([row]), whyNot: whyNot(mayUpdate) ?? frozen },
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
    [t, language, mayAdd, mayUpdate, mayDelete, onSearch, tryAgain, frozen],
  )
}

interface BarProps {
  source: PendingSource
  rows: readonly PendingAccount[]
  isTrying: boolean
  /** Why retrying is disabled by an announcement, if it is. */
  frozen: string | undefined
  onTry: () => void
  onForget: () => void
  onClear: () => void
}

/** The bar under the list: the number of ticked accounts and the actions for all of them. */
function PendingBar({ source, rows, isTrying, frozen, onTry, onForget, onClear }: BarProps) {
  const { t } = useTranslation('accounts')
  return (
    <SelectionBar
      isShown={rows.length > 0}
      text={t('bar.text', { count: rows.length, shown: numberShown(rows.length) })}
      onClear={onClear}
      actions={
        <>
          {source.mayDelete && <Button onPress={onForget}>{t('pending.forget')}</Button>}
          {source.mayUpdate && (
            <Button mode="primary" onPress={onTry} isLoading={isTrying} isDisabled={frozen !== undefined} why={frozen} whyShown="tooltip">
              {t('pending.again')}
            </Button>
          )}
        </>
      }
    />
  )
}

interface RefusedNoticeProps {
  refused: readonly Refusal[]
  onClose: () => void
}

/** Maximum number of bulk accounts listed by name. */
const namedLimit = 10

/** Notice above the list that names the bulk accounts that refused an action, and why. It stays until the user closes it. */
function RefusedNotice({ refused, onClose }: RefusedNoticeProps) {
  const { t } = useTranslation('accounts')
  const count = refused.reduce((sum, { rows }) => sum + rows.length, 0)
  const more = refused.length - namedLimit
  return (
    <div className={styles.over}>
      {count > 0 && (
        <Notice tone="bad" title={t('pending.stay', { count, shown: numberShown(count) })} isAnnounced onClose={onClose}>
          <ul>
            {refused.slice(0, namedLimit).map(({ bulkId, companyName, error }) => (
              <li key={bulkId}>{t('remove.why', { account: companyName, reason: messageOf(error) })}</li>
            ))}
          </ul>
          {more > 0 && <p>{t('result.others', { count: more, shown: numberShown(more) })}</p>}
        </Notice>
      )}
    </div>
  )
}

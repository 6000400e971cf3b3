/** The dialogues for accounts that could not be added: correct the number, or remove them from the list. */
import { useEffect, useRef } from 'react'
import { numberShown, type PendingAccount } from '~/core/core'
import { useFrozen } from '~/kit/announcements/frozen'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useUndo } from '~/kit/form/useUndo'
import type { TickedRows } from '~/kit/list/ticks'
import type { ListState } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { pageRetryOf } from '~/kit/queue/pageRetry'
import type { LastPosition } from '~/kit/queue/queuePosition'
import { toasts } from '~/ui/feedback/toastQueue'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'
import type { PendingSource } from '../accountListSource'
import { CorrectPending } from './CorrectPending'
import { hasFailed, pendingPositionOf, rowOf } from './failed'
import { doneMessage, requestAgain, usePendingAction } from './pending'
import type { PendingSearch } from './pendingList'
import type { Outcome } from './runForEachBulkAccount'

interface Props {
  source: PendingSource
  search: PendingSearch
  pending: ListState<PendingAccount>
  ticked: TickedRows<PendingAccount>
  onClose: () => void
  /** Called after an action on the ticked accounts, with the bulk accounts that refused it. */
  onDone: (outcome: Outcome) => void
  /** Called after one account was corrected or removed, with its key. */
  onGone: (row: string) => void
  /** Opens the same dialogue for another row. */
  onStep: (row: string) => void
}

/** Milliseconds to wait for the next page. */
const nextPageTimeout = 3_000

export function PendingDialog({ source, search: { open, row }, pending, ticked, onClose, onDone, onGone, onStep }: Props) {
  const { rows, total, query } = pending
  const found = rows.find((other) => rowOf(other) === row && hasFailed(other))
  const one = useDialogRow(row, found)
  const about = row ? (one ? [one] : []) : [...ticked.values()]
  const seen = useRef<LastPosition>(undefined)
  const standing = open === 'correct' && one ? pendingPositionOf(rows, total, one, seen.current) : undefined
  if (standing?.place) seen.current = standing.place
  // The user can step through the whole list, so further pages are loaded when needed.
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query
  const needsMore = standing !== undefined && standing.next === undefined && hasNextPage && !isError
  useEffect(() => {
    if (needsMore && !isFetchingNextPage) void fetchNextPage()
  }, [needsMore, isFetchingNextPage, fetchNextPage])
  const findNext = async () => {
    if (!one || standing?.next !== undefined || !hasNextPage) return standing?.next
    // A slow connection must not block saving, so the wait for the next page has a limit.
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, nextPageTimeout))
    const come = await Promise.race([fetchNextPage({ cancelRefetch: false }), late])
    return pendingPositionOf(come?.data?.pages.flatMap(({ items }) => items) ?? rows, total, one, seen.current).next
  }
  if (one && standing && source.mayAdd && source.mayDelete)
    return (
      <CorrectPending
        key={rowOf(one)}
        row={one}
        standing={standing}
        again={pageRetryOf(standing.next, query)}
        findNext={findNext}
        onStep={onStep}
        onCorrected={() => onGone(rowOf(one))}
        onClose={onClose}
      />
    )
  if (open === 'forget' && about.length > 0 && source.mayDelete)
    return <RemovePending rows={about} mayAdd={source.mayAdd} onClose={onClose} onDone={row ? () => onGone(row) : onDone} />
  return null
}

interface RemovePendingProps {
  rows: readonly PendingAccount[]
  /** Whether the user may add accounts, and so undo the removal. */
  mayAdd: boolean
  onClose: () => void
  onDone: (outcome: Outcome) => void
}

function RemovePending({ rows, mayAdd, onClose, onDone }: RemovePendingProps) {
  const { t } = useTranslation('accounts')
  const offerUndo = useUndo()
  const forget = usePendingAction('RemoveFromPending')
  const frozen = useFrozen('RemoveFromPending')
  const count = { count: rows.length, shown: numberShown(rows.length) }
  function done(outcome: Outcome) {
    onDone(outcome)
    onClose()
    const message = doneMessage(t, 'pending.forgotten', outcome)
    if (!mayAdd) return toasts.add({ title: message })
    const stayed = new Set(outcome.refused.flatMap((refusal) => refusal.rows))
    offerUndo(message, () => requestAgain(rows.filter((row) => !stayed.has(row))))
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => forget.mutate(rows, { onSuccess: done })}
      title={t('pending.forgetTitle', count)}
      confirmLabel={t('pending.forget')}
      cancelLabel={t('cancel')}
      tone="danger"
      isLoading={forget.isPending}
      isDisabled={frozen !== undefined}
      why={frozen}
    >
      {forget.isError && <RefusalNotice error={forget.error} />}
      <p>{t('pending.forgetBody')}</p>
    </ConfirmDialog>
  )
}

/**
 * Asks before a screen is left whose changes are kept nowhere: by a link, by the browser's buttons, by closing the tab.
 * Forms that keep a draft (useDraft) need none. `isUnsaved` is asked in the moment of leaving.
 */
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useTranslation } from '../../words/useTranslation'
import { mustLeave } from '../session/unload'
import { watchUnsaved } from './unsaved'

interface Props {
  isUnsaved: () => boolean
  /** What of the query opens another part of the screen, as a step does: this one is then left, too. */
  part?: string
}

export function LeaveGuard({ isUnsaved, part }: Props) {
  const partIn = (search: object) => part && (search as Record<string, unknown>)[part]
  const { status, proceed, reset } = useBlocker({
    // Filters and dialogues change the address of the same screen; going back takes them away as well.
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved() &&
      (current.pathname !== next.pathname ||
        partIn(current.search) !== partIn(next.search) ||
        !(action === 'PUSH' || action === 'REPLACE')),
    enableBeforeUnload: false,
    withResolver: true,
  })
  // A session that ends while nobody is there does not ask, and says what is lost.
  useEffect(() => watchUnsaved(isUnsaved), [isUnsaved])
  // The router's own would stop a session that is over from going to the sign-in page.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && !mustLeave()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return <LeaveQuestion isOpen={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />
}

export function LeaveQuestion({ isOpen, onStay, onLeave }: { isOpen: boolean; onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('form')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onStay}
      onConfirm={onLeave}
      title={t('leave.title')}
      confirmLabel={t('leave.leave')}
      cancelLabel={t('leave.stay')}
      tone="danger"
    >
      {t('leave.body')}
    </ConfirmDialog>
  )
}

/**
 * Asks before the user leaves a screen with unsaved changes: by a link, the browser's buttons, or closing the tab.
 * Forms with a draft (useDraft) do not need it. `isUnsaved` is called at that moment.
 */
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'
import { mustLeave } from '../session/unload'
import { watchUnsaved } from './unsaved'

interface Props {
  isUnsaved: () => boolean
  /** A query parameter that selects a part of the screen, such as a step. A change of it counts as leaving, too. */
  part?: string
}

export function LeaveGuard({ isUnsaved, part }: Props) {
  const partIn = (search: object) => part && (search as Record<string, unknown>)[part]
  const { status, proceed, reset } = useBlocker({
    // Filters and dialogues push or replace the address of the same screen, which loses nothing. Going back may close
    // the form.
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved() &&
      (current.pathname !== next.pathname ||
        partIn(current.search) !== partIn(next.search) ||
        !(action === 'PUSH' || action === 'REPLACE')),
    enableBeforeUnload: false,
    withResolver: true,
  })
  // When an idle session ends, this question cannot be asked. The dialogue about the end warns that changes were lost.
  useEffect(() => {
    return watchUnsaved(isUnsaved)
  }, [isUnsaved])
  // Used instead of the router's guard, which would keep an ended session from redirecting to the sign-in page.
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

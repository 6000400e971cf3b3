/**
 * Shows a toast that reports an action and has an undo button. It stays for ten seconds, and longer while it is hovered
 * or focused. A change on the server is undone by the opposite call, which may be refused. Returns the toast's id, with
 * which the caller can close it.
 *
 *   const offerUndo = useUndo()
 *   offerUndo(t('done'), () => call('Opposite', …))
 */
import { useEffect, useMemo, useRef } from 'react'
import { toasts } from '~/ui/feedback/toastQueue'
import { useTranslation } from '~/words/useTranslation'
import { messageOf } from '../call/api'

const seconds = 10

export function useUndo() {
  const { t } = useTranslation('form')
  return useMemo(
    () => (title: string, undo: () => unknown, body?: string) => {
      async function act() {
        try {
          await undo()
          toasts.add({ title: t('undo.undone'), body: title })
        } catch (error) {
          toasts.add({ title: t('undo.failed'), body: messageOf(error), tone: 'bad' })
        }
      }
      return toasts.add({ title, body, seconds, action: { label: t('undo.undo'), onPress: () => void act() } })
    },
    [t],
  )
}

/** For a change of the component's own state. It cannot be undone without the component, so the offer ends with it. */
export function useUndoHere() {
  const offerUndo = useUndo()
  const offers = useRef(new Set<number>())
  useEffect(() => {
    const shown = offers.current
    return () => {
      for (const id of shown) toasts.close(id)
    }
  }, [])
  return useMemo(() => (title: string, undo: () => void) => void offers.current.add(offerUndo(title, undo)), [offerUndo])
}

/** For undo offers that can end early: `withdraw` closes all open offers, for example when the changes are submitted. */
export function undoUntilWithdrawn() {
  const offers = new Set<number>()
  function useOffer() {
    const offerUndo = useUndo()
    return useMemo(() => (title: string, undo: () => void) => void offers.add(offerUndo(title, undo)), [offerUndo])
  }
  function withdraw() {
    for (const id of offers) toasts.close(id)
    offers.clear()
  }
  return { useOffer, withdraw }
}

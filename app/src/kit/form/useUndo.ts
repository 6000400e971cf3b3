/**
 * const offerUndo = useUndo()
 * offerUndo(t('done'), () => call('Opposite', …))
 *
 * Says what was done, with a button that undoes it: for ten seconds, and while somebody points at it or is in it. What the
 * server did is undone by the opposite call, which may be refused. Answers the message's id, by which it can be withdrawn.
 */
import { useMemo } from 'react'
import { toasts } from '../../ui/feedback/toastQueue'
import { useTranslation } from '../../words/useTranslation'
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

/** Undo that is offered until something else ends it, such as sending what was changed: `withdraw` takes all such offers back. */
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

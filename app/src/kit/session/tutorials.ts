/** The guided tours that the user has seen or dismissed. The server stores them, so that other browsers do not offer them again. */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { toasts } from '~/ui/feedback/toastQueue'
import { call, messageOf } from '../call/api'
import { useProfile } from './useProfile'

/** Tours seen since the profile was read. */
const seenAtom = atom<ReadonlySet<string>>(new Set<string>())

export function useSeenTutorials(): (id: string) => boolean {
  const { tutorials } = useProfile()
  const seen = useAtomValue(seenAtom)
  return (id) => seen.has(id) || tutorials.some(({ userTutorialId }) => userTutorialId === id)
}

/**
 * Hides the tour in this page. If the server cannot store that, a warning appears, because the tour will be offered
 * again.
 */
export function markTutorialSeen(userTutorialId: string) {
  const store = getDefaultStore()
  store.set(seenAtom, new Set([...store.get(seenAtom), userTutorialId]))
  call('UserTutorialCompleted', { userTutorialId }).catch((error: unknown) => toasts.add({ title: messageOf(error), tone: 'warning' }))
}

/** Which guided tours somebody has seen or put aside. The server keeps it, so that no browser offers one again. */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { toasts } from '../../ui/feedback/toastQueue'
import { call, messageOf } from '../call/api'
import { useProfile } from './useProfile'

/** Since the profile was read. */
const seenAtom = atom<ReadonlySet<string>>(new Set<string>())

export function useSeenTutorials(): (id: string) => boolean {
  const { tutorials } = useProfile()
  const seen = useAtomValue(seenAtom)
  return (id) => seen.has(id) || tutorials.some(({ userTutorialId }) => userTutorialId === id)
}

/** It is not offered again on this page in any case; that it will be elsewhere is said. */
export function noteTutorialSeen(userTutorialId: string) {
  const store = getDefaultStore()
  store.set(seenAtom, new Set([...store.get(seenAtom), userTutorialId]))
  call('UserTutorialCompleted', { userTutorialId }).catch((error: unknown) => toasts.add({ title: messageOf(error), tone: 'warning' }))
}

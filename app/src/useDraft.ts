/**
 * useDraft('addUser', { email: '', permissions: [] }) → [draft, change({ email }), drop]
 * The fields of a form, kept for the signed-in person through a reload and an idle sign-out (`drafts.ts`). `drop` when
 * they were sent or given up. Signing out drops all; what nobody comes back for goes after a day. A password field has
 * its own useState.
 */
import { useCallback, useSyncExternalStore } from 'react'
import { Drafts, draftKey, fitting, type Harmless } from './drafts'
import { useProfile } from './useProfile'

export const drafts = new Drafts({ storage: localStorage, now: Date.now })
window.addEventListener('pagehide', () => drafts.writeNow())
drafts.dropOld()

export function useDraft<T extends object>(form: string, initial: T & Harmless<T>): [T, (change: Partial<T>) => void, () => void] {
  const { email } = useProfile()
  const key = draftKey(email, form)
  const kept = useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.read(key), [key]),
  )
  const change = (part: Partial<T>) => {
    // What another field changed in the same moment is not drawn yet, but it is in the store.
    const next = { ...fitting<T>(initial, drafts.read(key)), ...part }
    // Put back to how it began, nothing is left to keep.
    if (JSON.stringify(next) === JSON.stringify(initial)) drafts.drop(key)
    else drafts.change(key, next)
  }
  return [fitting<T>(initial, kept), change, () => drafts.drop(key)]
}

/**
 * const [draft, setDraft, drop] = useDraft('addUser', { email: '', permissions: [] })
 * const form = useForm(draft, { state: [draft, setDraft], … })
 *
 * A `useState` for the fields of a form, kept for the signed-in person through a reload and an idle sign-out
 * (`drafts.ts`). `drop` when they were sent or given up. Signing out drops all; what nobody comes back for goes after a
 * day. A password is no part of it and has its own `useState`.
 */
import { useAtomValue } from 'jotai'
import type { Dispatch, SetStateAction } from 'react'
import { Drafts, draftKey, fitting, type Harmless } from './drafts'
import { useProfile } from './useProfile'

export const drafts = new Drafts({ storage: localStorage, now: Date.now })
window.addEventListener('pagehide', () => drafts.writeNow())
drafts.dropOld()

export function useDraft<T extends object>(form: string, initial: T & Harmless<T>): [T, Dispatch<SetStateAction<T>>, () => void] {
  const { email } = useProfile()
  const key = draftKey(email, form)
  const kept = useAtomValue(drafts.of(key))
  const set = (change: SetStateAction<T>) => {
    // What another field changed in the same moment is not drawn yet, but it is in the store.
    const next = typeof change === 'function' ? change(fitting<T>(initial, drafts.read(key))) : change
    // Put back to how it began, nothing is left to keep.
    if (JSON.stringify(next) === JSON.stringify(initial)) drafts.drop(key)
    else drafts.change(key, next)
  }
  return [fitting<T>(initial, kept), set, () => drafts.drop(key)]
}

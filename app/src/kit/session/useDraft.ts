/**
 * A `useState` for the fields of a form, stored for the signed-in user (`drafts.ts`). It survives a reload, and a sign-out
 * after inactivity.
 *
 *   const [draft, setDraft, drop] = useDraft('addUser', { email: '', permissions: [] })
 *   const form = useForm(draft, { state: [draft, setDraft], … })
 *
 * Call `drop` when the form is submitted or cancelled. Signing out deletes all drafts of the user; others expire after
 * a day. Passwords must not be part of a draft, and need their own `useState`.
 */
import { useAtomValue } from 'jotai'
import type { Dispatch, SetStateAction } from 'react'
import { Drafts, draftKey, type Harmless, withDraft } from './drafts'
import { useProfile } from './useProfile'

export const drafts = new Drafts({ storage: localStorage, now: Date.now })
window.addEventListener('pagehide', () => drafts.writeNow())
drafts.dropOld()

export function useDraft<T extends object>(form: string, initial: T & Harmless<T>): [T, Dispatch<SetStateAction<T>>, () => void] {
  const { email } = useProfile()
  const key = draftKey(email, form)
  const kept = useAtomValue(drafts.of(key))
  const set = (change: SetStateAction<T>) => {
    // Reads the store, because the rendered value may miss a simultaneous change of another field.
    const next = typeof change === 'function' ? change(withDraft<T>(initial, drafts.read(key))) : change
    // The form is back at its initial values, so there is nothing to store.
    if (JSON.stringify(next) === JSON.stringify(initial)) drafts.drop(key)
    else drafts.change(key, next)
  }
  return [withDraft<T>(initial, kept), set, () => drafts.drop(key)]
}

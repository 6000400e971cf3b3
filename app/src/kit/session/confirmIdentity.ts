/** Asks users to confirm their identity, which any call may require. It asks once, even if several calls wait for the answer. */
import { atom, getDefaultStore } from 'jotai'

interface Question {
  answer: Promise<boolean>
  settle: (isProved: boolean) => void
}

const questionAtom = atom<Question>()
/** Whether the question is open. */
export const isQuestionOpenAtom = atom((get) => get(questionAtom) !== undefined)
const store = getDefaultStore()

/** Resolves to true if the user entered the password, or false if the user cancelled. */
export function requestIdentityConfirmation(): Promise<boolean> {
  const asked = store.get(questionAtom)
  if (asked) return asked.answer
  let settle = (_: boolean) => {}
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  store.set(questionAtom, { answer, settle })
  return answer
}

export function answerIdentityConfirmation(isProved: boolean) {
  store.get(questionAtom)?.settle(isProved)
  store.set(questionAtom, undefined)
}

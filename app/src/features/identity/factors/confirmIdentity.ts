/** Asks users to confirm their identity, which any call may require. Calls that wait at the same time share one question. */
import { atom, getDefaultStore } from 'jotai'
import type { DeferredCode } from '~/ui/base/deferred'
import type { ProofKind } from './proof'

interface Question {
  /** The methods by which the user can confirm their identity, the strongest first. Empty if the password is enough. */
  methods: readonly ProofKind[]
  answer: Promise<boolean>
  settle: (isProved: boolean) => void
}

const questionAtom = atom<Question>()
/** The methods of the open question; undefined if no question is open. */
export const openQuestionAtom = atom((get) => get(questionAtom)?.methods)
const store = getDefaultStore()

/** Resolves to true if the user confirmed their identity, or false if the user cancelled. */
export async function requestIdentityConfirmation(readMethods: () => Promise<readonly ProofKind[]>): Promise<boolean> {
  const methods = await readMethods()
  const asked = store.get(questionAtom)
  if (asked) return asked.answer
  let settle = (_: boolean) => {}
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  store.set(questionAtom, { methods, answer, settle })
  return answer
}

export function answerIdentityConfirmation(isProved: boolean) {
  store.get(questionAtom)?.settle(isProved)
  store.set(questionAtom, undefined)
}

/** Loads the dialogue. If that fails, the open question counts as cancelled, because it cannot be answered. */
export async function loadQuestion(dialogue: DeferredCode<unknown>) {
  if (!(await dialogue.fetch())) answerIdentityConfirmation(false)
}

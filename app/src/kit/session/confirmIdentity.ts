/** The question whether it is still you, which any call may raise. It is asked once, however many calls wait for its answer. */
import { atom, getDefaultStore } from 'jotai'

interface Question {
  answer: Promise<boolean>
  settle: (isProved: boolean) => void
}

const questionAtom = atom<Question>()
/** Whether the person is being asked. */
export const isAskedAtom = atom((get) => get(questionAtom) !== undefined)
const store = getDefaultStore()

/** Whether the password was given; false when the person would not. */
export function askWhetherItIsYou(): Promise<boolean> {
  const asked = store.get(questionAtom)
  if (asked) return asked.answer
  let settle = (_: boolean) => {}
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  store.set(questionAtom, { answer, settle })
  return answer
}

export function answerWhetherItIsYou(isProved: boolean) {
  store.get(questionAtom)?.settle(isProved)
  store.set(questionAtom, undefined)
}

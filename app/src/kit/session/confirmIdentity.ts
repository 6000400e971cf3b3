/** The question whether it is still you, which any call may raise. It is asked once, however many calls wait for its answer. */

interface Question {
  answer: Promise<boolean>
  settle: (isProved: boolean) => void
}

let question: Question | undefined
const listeners = new Set<() => void>()

function show(next: Question | undefined) {
  question = next
  for (const tell of listeners) tell()
}

/** Whether the password was given; false when the person would not. */
export function askWhetherItIsYou(): Promise<boolean> {
  if (!question) {
    let settle = (_: boolean) => {}
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    show({ answer, settle })
  }
  return question?.answer ?? Promise.resolve(false)
}

export function answerWhetherItIsYou(isProved: boolean) {
  question?.settle(isProved)
  show(undefined)
}

export const isAsked = () => question !== undefined
export function onAsked(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

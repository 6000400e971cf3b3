/** Loads the second step of a sign-in only when a sign-in needs it, so that the sign-in page stays small. */
import { lazy, startTransition, useState } from 'react'
import type { SignInAnswer, SignInChallenge, Tokens } from '~/core/generatedData'
import { withWords } from '~/words/store'

const load = withWords(['factors'], async () => (await import('./SecondStep')).SecondStep)

export const SecondStep = lazy(async () => ({ default: await load() }))

/** The challenge of a sign-in, once the server has given one. */
export function useChallenge() {
  const [challenge, setChallenge] = useState<SignInChallenge>()
  /** Returns the tokens of a completed sign-in. Otherwise opens the second step, after loading it, and returns undefined. */
  async function complete(answer: SignInAnswer): Promise<Tokens | undefined> {
    if (!('challenge' in answer)) return answer
    await load()
    startTransition(() => setChallenge(answer.challenge))
    return undefined
  }
  return { challenge, complete, endChallenge: () => setChallenge(undefined) }
}

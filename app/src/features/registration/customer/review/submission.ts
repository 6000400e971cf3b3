/** Submits an application once, however often it is asked for, and tells what became of it when no answer came. */
import type { DraftKeeper } from '../draft/draftKeeper'

/** What is on the screen could not be saved, or is not the newest. The notice over the steps says why. */
export class NotSaved extends Error {}

interface Place {
  keeper: Pick<DraftKeeper, 'flush' | 'fallBehind'>
  /** Sends the draft that was saved last. */
  send: () => Promise<unknown>
  /** Why the server said no, with its status: 0 when it said nothing. */
  refusal: (error: unknown) => { code: string; status: number } | undefined
  /** Whether the application waits for the utility by now. */
  isPending: () => Promise<boolean>
}

export function submission({ keeper, send, refusal, isPending }: Place): () => Promise<void> {
  let running: Promise<void> | undefined
  /** An attempt was not answered: it may have submitted the application. */
  let isUncertain = false

  async function submit() {
    if (!(await keeper.flush())) throw new NotSaved()
    try {
      await send()
    } catch (error) {
      const { code, status } = refusal(error) ?? { code: '', status: 400 }
      const isMoved = code === 'registrationMoved'
      isUncertain ||= status === 0 || status >= 500
      if (isUncertain && (isMoved || status === 0 || status >= 500) && (await isPending())) return
      // Another tab or device went further, or submitted what it had: this is not what the utility sees.
      if (isMoved || code === 'draftIsOlder') {
        await keeper.fallBehind()
        throw new NotSaved()
      }
      throw error
    }
  }

  return () => {
    running ??= submit().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Submits an application. Concurrent calls share one submission. After a lost response the outcome is checked. */
import type { DraftKeeper } from '../draft/draftKeeper'

/** Thrown if the content on the screen could not be saved, or is outdated. The notice above the steps explains why. */
export class NotSavedError extends Error {}

interface SubmissionBackend {
  keeper: Pick<DraftKeeper, 'flush' | 'markOutdated'>
  /** Submits the draft that was saved last. */
  send: () => Promise<unknown>
  /** Returns the server's refusal with its status; 0 if there was no response. */
  refusal: (error: unknown) => { code: string; status: number } | undefined
  /** Whether the application is already awaiting the utility's decision. */
  isPending: () => Promise<boolean>
}

export function createSubmit({ keeper, send, refusal, isPending }: SubmissionBackend): () => Promise<void> {
  let running: Promise<void> | undefined
  /** Whether an attempt had no response and may have submitted the application. */
  let isUncertain = false

  async function submit() {
    if (!(await keeper.flush())) throw new NotSavedError()
    try {
      await send()
    } catch (error) {
      const { code, status } = refusal(error) ?? { code: '', status: 400 }
      const isMoved = code === 'registrationMoved'
      isUncertain ||= status === 0 || status >= 500
      if (isUncertain && (isMoved || status === 0 || status >= 500) && (await isPending())) return
      // Another tab or device saved a newer draft or submitted it, so the utility would see other content than this screen.
      if (isMoved || code === 'draftIsOlder') {
        await keeper.markOutdated()
        throw new NotSavedError()
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

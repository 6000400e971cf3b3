/**
 * Confirming one's identity at the provider in a window of its own, so that the page underneath keeps what was typed. The portal's
 * pages are isolated from other sites (Cross-Origin-Opener-Policy), so window and page do not know each other once the window was at
 * the provider. The window sends the answer to all tabs, and the tab that asked takes it.
 */
import type { SsoStart } from '../../core/generatedData'
import { refusal } from '../factors/passkey'
import { type ProviderAnswer, stateOf } from './provider'

/** A message between the window and the tab that asked. */
type Message = { is: 'answer'; answer: ProviderAnswer } | { is: 'taken'; state: string }

const openChannel = () => new BroadcastChannel('gridbill.companySignIn')

/** Milliseconds in which the tab that asked takes an answer. */
const WAIT = 2000

/** Opens an empty window. Call it while the user's press is handled; later, browsers would block the window. */
export async function openProviderWindow(): Promise<Window> {
  const opened = window.open('', '', 'popup,width=520,height=720')
  if (!opened) throw await refusal('ssoWindowBlocked')
  return opened
}

/** Calls `onAnswer` with the provider's answer to this question, once. Returns a function that stops waiting. */
export function awaitAnswer(start: SsoStart, onAnswer: (answer: ProviderAnswer) => void): () => void {
  const state = stateOf(start)
  const channel = openChannel()
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.is !== 'answer' || data.answer.state !== state) return
    channel.postMessage({ is: 'taken', state } satisfies Message)
    channel.close()
    onAnswer(data.answer)
  }
  return () => channel.close()
}

/** Gives an answer to the tab that asked. Resolves to false if no tab waits for it. */
export function passOn(answer: ProviderAnswer): Promise<boolean> {
  const channel = openChannel()
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timeout)
      channel.close()
      resolve(isTaken)
    }
    const timeout = setTimeout(() => end(false), WAIT)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.is === 'taken' && data.state === answer.state) end(true)
    }
    channel.postMessage({ is: 'answer', answer } satisfies Message)
  })
}

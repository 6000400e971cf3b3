/**
 * Asks the company's provider in a separate window, so that the page keeps its typed values. The portal's pages
 * are isolated from other sites (Cross-Origin-Opener-Policy), so page and window lose their references to each other once the
 * window opens the provider's site. The window therefore sends the answer to all tabs, and the tab that asked takes it.
 */
import type { FinishSsoRequest, SsoStart } from '~/core/generatedData'
import { refusal } from '../call/refusal'

/** The provider's answer, from the query of the address that it redirects to. */
export type ProviderAnswer = Pick<FinishSsoRequest, 'state' | 'code' | 'error' | 'iss'>

export const stateOf = ({ address }: SsoStart): string => new URL(address).searchParams.get('state') ?? ''

/** A message between the window and the tab that asked. */
type Message = { is: 'answer'; answer: ProviderAnswer } | { is: 'taken'; state: string }

const openChannel = () => new BroadcastChannel('gridbill.companySignIn')

/** Maximum milliseconds to wait for the tab that asked. */
const deliveryTimeout = 2000

/** Opens an empty window. Call it in the handler of a press, because browsers block windows that open later. */
export async function openProviderWindow(): Promise<Window> {
  const opened = window.open('', '', 'popup,width=520,height=720')
  if (!opened) throw await refusal('ssoWindowBlocked')
  return opened
}

/** Calls `onAnswer` once, with the provider's answer to this request. The returned function stops waiting. */
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

/** Sends an answer to the tab that asked. Resolves to false if no tab waits for it. */
export function deliverAnswer(answer: ProviderAnswer): Promise<boolean> {
  const channel = openChannel()
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timeout)
      channel.close()
      resolve(isTaken)
    }
    const timeout = setTimeout(() => end(false), deliveryTimeout)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.is === 'taken' && data.state === answer.state) end(true)
    }
    channel.postMessage({ is: 'answer', answer } satisfies Message)
  })
}

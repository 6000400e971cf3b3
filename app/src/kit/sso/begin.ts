/** Begins a sign-in through the company's provider. The sign-in page loads it when the user asks for it. */
import { call } from '../call/api'
import { goToProvider } from './provider'

interface Way {
  /** The query of the sign-in page, which names the page to open afterwards. */
  search?: string
  invitationToken?: string
}

/** Leaves for the provider of that address. The promise never resolves; it rejects with the refusal to show. */
export async function beginCompanySignIn(email: string, { search = '', invitationToken }: Way = {}): Promise<never> {
  return goToProvider(await call('BeginSso', { email }), { purpose: 'signIn', search, invitationToken })
}

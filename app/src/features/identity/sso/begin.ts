/** Starts company sign-in. The sign-in page loads this file when the user chooses it. */
import { call } from '~/kit/call/api'
import { goToProvider } from './provider'

interface SignInContext {
  /** The query of the sign-in page, which names the page to open afterwards. */
  search?: string
  invitationToken?: string
}

/** Redirects to the provider of the e-mail address's company, as `goToProvider` does. Rejects with the refusal to show. */
export async function beginCompanySignIn(email: string, { search = '', invitationToken }: SignInContext = {}): Promise<void> {
  return goToProvider(await call('BeginSso', { email }), { purpose: 'signIn', search, invitationToken })
}

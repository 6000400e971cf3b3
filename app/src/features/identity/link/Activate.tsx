/** Activates a registered account. */
import { link } from '~/core/links'
import { call } from '~/kit/call/api'
import { navigatePublic } from '~/kit/public/publicPages'
import { UseLink } from './UseLink'

async function activate(token: string) {
  const { email } = await call('Activate', { token })
  navigatePublic(link('signIn', { done: 'activated' }), { data: { email }, replaces: true })
}

export const Activate = () => <UseLink kind="activation" page="activate" onUse={activate} />

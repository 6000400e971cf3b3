/** Activates an account that an administrator created for a staff user, who then sets a password. */
import { link } from '~/core/links'
import { call } from '~/kit/call/api'
import { leaveFor } from '~/kit/session/redirect'
import { UseLink } from './UseLink'

async function verify(token: string) {
  await call('VerifyActivation', { token })
  await leaveFor(link('firstTimeLogin'))
}

export const VerifyActivation = () => <UseLink kind="staffActivation" page="verify" onUse={verify} />

/** Activates an account that an administrator created for a staff user, who then sets a password. */

import type { CheckedLink } from '~/core/generatedData'
import { link } from '~/core/links'
import { type CallError, call } from '~/kit/call/api'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { leaveFor } from '~/kit/session/redirect'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { isLinkRefusal, LinkChecked } from './LinkChecked'

export function VerifyActivation() {
  const { t } = useTranslation('identityPages')
  return (
    <LinkChecked kind="staffActivation" title={t('verify.title')}>
      {(checked, token, refuse) => <ActivationForm checked={checked} token={token} onLinkRefused={refuse} />}
    </LinkChecked>
  )
}

interface ActivationFormProps {
  checked: CheckedLink
  token: string
  onLinkRefused: (error: CallError) => void
}

function ActivationForm({ checked, token, onLinkRefused }: ActivationFormProps) {
  const { t } = useTranslation('identityPages')
  const form = useForm({})

  async function verify() {
    try {
      await call('VerifyActivation', { token })
      await leaveFor(link('firstTimeLogin'))
    } catch (error) {
      if (!isLinkRefusal(error)) throw error
      onLinkRefused(error)
    }
  }
  return (
    <PublicPage title={t('verify.title')} subtitle={t('verify.lead', { email: checked.email })}>
      {form.refusal && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
      <Button mode="primary" size="large" onPress={() => void form.submit(verify)} isLoading={form.isBusy} isWide>
        {t('verify.submit')}
      </Button>
    </PublicPage>
  )
}

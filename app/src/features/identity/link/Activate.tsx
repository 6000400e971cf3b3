/**
 * Activates a registered account. Programs that scan e-mails open links, so the link is used up only when the user presses the
 * button.
 */

import type { CheckedLink } from '~/core/generatedData'
import { link } from '~/core/links'
import { type CallError, call } from '~/kit/call/api'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { navigatePublic } from '~/kit/public/publicPages'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { isLinkRefusal, LinkChecked } from './LinkChecked'

export function Activate() {
  const { t } = useTranslation('identityPages')
  return (
    <LinkChecked kind="activation" title={t('activate.title')}>
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

  async function activate() {
    try {
      const { email } = await call('Activate', { token })
      navigatePublic(link('signIn', { done: 'activated' }), { data: { email }, replaces: true })
    } catch (error) {
      if (!isLinkRefusal(error)) throw error
      onLinkRefused(error)
    }
  }
  return (
    <PublicPage title={t('activate.title')} subtitle={t('activate.lead', { email: checked.email })}>
      {form.refusal && <Notice tone={form.isFailure ? 'warning' : 'bad'} title={form.refusal} isAnnounced />}
      <Button mode="primary" size="large" onPress={() => void form.submit(activate)} isLoading={form.isBusy} isWide>
        {t('activate.submit')}
      </Button>
    </PublicPage>
  )
}

/** The two steps of registration, with the current step marked. */
import { Steps } from '~/ui/layout/Steps'
import { useTranslation } from '~/words/useTranslation'

export function RegisterSteps({ current }: { current: 'email' | 'details' }) {
  const { t } = useTranslation('identityPages')
  return (
    <Steps
      label={t('register.steps')}
      steps={[
        { id: 'email', label: t('register.step.email') },
        { id: 'details', label: t('register.step.details') },
      ]}
      current={current}
    />
  )
}

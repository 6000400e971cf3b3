/** `LearnMore` for signed-in users, inside the portal's frame and without the steps to sign up. */
import { useLocation } from '@tanstack/react-router'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { HelpParts } from './help/HelpParts'

export function LearnMoreSignedIn() {
  const { t } = useTranslation('identityPages')
  const fragment = useLocation({ select: ({ hash }) => hash })
  useTitle(t('learn.title'))
  return (
    <Page title={t('learn.title')} subtitle={t('learn.lead')} width="reading">
      <HelpParts fragment={fragment} />
    </Page>
  )
}

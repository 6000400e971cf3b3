/** The same page for a signed-in user, within the frame: without how to come in. */
import { useTitle } from '../../kit/page/useTitle'
import { Page } from '../../ui/layout/Page'
import { useTranslation } from '../../words/useTranslation'
import { HelpParts } from './help/HelpParts'

export function LearnMoreSignedIn() {
  const { t } = useTranslation('identityPages')
  useTitle(t('learn.title'))
  return (
    <Page title={t('learn.title')} subtitle={t('learn.lead')} width="reading">
      <HelpParts />
    </Page>
  )
}

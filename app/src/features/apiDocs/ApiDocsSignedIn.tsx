/** The documentation of the API for signed-in users, inside the portal's frame. */
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { ApiReference } from './ApiReference'

export function ApiDocsSignedIn() {
  const { t } = useTranslation('apiDocs')
  useTitle(t('title'))
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <ApiReference />
    </Page>
  )
}

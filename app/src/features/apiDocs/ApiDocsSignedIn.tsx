/** The documentation of the API for signed-in users, inside the portal's frame. */
import { useLocation } from '@tanstack/react-router'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { ApiReference } from './ApiReference'

export function ApiDocsSignedIn() {
  const { t } = useTranslation('apiDocs')
  const fragment = useLocation({ select: ({ hash }) => hash })
  useTitle(t('title'))
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <ApiReference fragment={fragment} />
    </Page>
  )
}

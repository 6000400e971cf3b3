/** Public page with the documentation of the API, for programmers who are not signed in. */
import { PublicPage } from '~/kit/public/PublicPage'
import { useFragment } from '~/kit/public/useFragment'
import { useTranslation } from '~/words/useTranslation'
import { ApiReference } from './ApiReference'

export function ApiDocs() {
  const { t } = useTranslation('apiDocs')
  return (
    <PublicPage title={t('title')} subtitle={t('lead')} size="wide">
      <ApiReference fragment={useFragment()} />
    </PublicPage>
  )
}

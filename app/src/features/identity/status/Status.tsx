/** Public page with the state of the portal's services, which needs no sign-in. */
import { PublicPage } from '~/kit/public/PublicPage'
import { useTranslation } from '~/words/useTranslation'
import { StatusBoard } from './StatusBoard'

export function Status() {
  const { t } = useTranslation('identityPages')
  return (
    <PublicPage title={t('status.title')} subtitle={t('status.lead')} size="reading">
      <StatusBoard />
    </PublicPage>
  )
}

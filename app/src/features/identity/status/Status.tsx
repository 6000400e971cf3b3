/** Public page with the state of the portal's services, which needs no sign-in. */
import { PublicPage } from '~/kit/public/PublicPage'
import { useTranslation } from '~/words/useTranslation'
import { StatusBoard } from './StatusBoard'
import { useStatus } from './useStatus'

export function Status() {
  const { t } = useTranslation('identityPages')
  const { status, hasFailed } = useStatus()
  return (
    <PublicPage title={t('status.title')} subtitle={t('status.lead')} size="reading" announcements={status?.announcements}>
      <StatusBoard status={status} hasFailed={hasFailed} />
    </PublicPage>
  )
}

/** The same page for signed-in users, inside the portal's frame. */
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { StatusBoard } from './StatusBoard'
import { useStatus } from './useStatus'

export function StatusSignedIn() {
  const { t } = useTranslation('identityPages')
  useTitle(t('status.title'))
  return (
    <Page title={t('status.title')} subtitle={t('status.lead')} width="reading">
      <StatusBoard {...useStatus()} />
    </Page>
  )
}

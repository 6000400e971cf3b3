/** The same page for signed-in users, inside the portal's frame. */
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { PackVerifier } from './PackVerifier'

export function VerifyPackSignedIn() {
  const { t } = useTranslation('verifyPack')
  useTitle(t('title'))
  return (
    <Page title={t('title')} subtitle={t('lead')} width="reading">
      <PackVerifier />
    </Page>
  )
}

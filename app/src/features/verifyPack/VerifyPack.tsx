/** Public page that verifies an audit pack, for auditors who have no user. */
import { PublicPage } from '~/kit/public/PublicPage'
import { useTranslation } from '~/words/useTranslation'
import { PackVerifier } from './PackVerifier'

export function VerifyPack() {
  const { t } = useTranslation('verifyPack')
  return (
    <PublicPage title={t('title')} subtitle={t('lead')} size="reading">
      <PackVerifier />
    </PublicPage>
  )
}

/** After the master role was given away, which signed the old Master out. */
import { link } from '../../../core/links'
import { PublicPage } from '../../../kit/public/PublicPage'
import { LinkButton } from '../../../ui/button/LinkButton'
import { useTranslation } from '../../../words/useTranslation'

export function MasterTransferred() {
  const { t } = useTranslation('identityPages')
  return (
    <PublicPage title={t('transferred.title')} subtitle={t('transferred.lead')}>
      <p>{t('transferred.next')}</p>
      <p>
        <LinkButton mode="primary" size="large" href={link('signIn')}>
          {t('transferred.signIn')}
        </LinkButton>
      </p>
    </PublicPage>
  )
}

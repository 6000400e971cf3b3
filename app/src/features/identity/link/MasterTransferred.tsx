/** Confirms the transfer of the Master role, which signs the former Master out. */
import { useEffect } from 'react'
import { link } from '~/core/links'
import { PublicPage } from '~/kit/public/PublicPage'
import { wasTransferred } from '~/kit/public/transferred'
import { LinkButton } from '~/ui/button/LinkButton'
import { useTranslation } from '~/words/useTranslation'

/** Redirects to the sign-in page if this tab made no transfer. */
export function MasterTransferred() {
  const { t } = useTranslation('identityPages')
  const isMade = wasTransferred()
  useEffect(() => {
    if (!isMade) location.replace(link('signIn'))
  }, [isMade])
  if (!isMade) return null
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

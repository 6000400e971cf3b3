/** The public pages "not found" and "not allowed". */
import { isStaffPath, link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import { useTranslation } from '~/words/useTranslation'
import { PublicPage } from './PublicPage'

export function PublicMessage({ about }: { about: 'notFound' | 'unauthorized' }) {
  const { t } = useTranslation()
  return (
    <PublicPage title={t(`${about}.title`)} subtitle={t(`${about}.body`)}>
      <div>
        <LinkButton mode="primary" href={isStaffPath(location.pathname) ? link('staffHome') : link('home')}>
          {t(`${about}.action`)}
        </LinkButton>
      </div>
    </PublicPage>
  )
}

/** An address that no route draws: one of core's list whose screen comes with a later version, or none at all. */

import { Navigate } from '@tanstack/react-router'
import { screenAt } from '../../core/core'
import { link, paths } from '../../core/links'
import { LinkButton } from '../../ui/button/LinkButton'
import { Page } from '../../ui/layout/Page'
import { useTranslation } from '../../words/useTranslation'

export function NoSuchScreen() {
  const { t } = useTranslation()
  const isListed = screenAt(location.pathname)?.path === location.pathname.replace(/(.)\/+$/, '$1')
  if (!isListed) return <Navigate to={paths.notFound} replace />
  return (
    <Page title={t('later.title')} subtitle={t('later.body')} width="form">
      <div>
        <LinkButton mode="primary" href={isStaffPath(location.pathname) ? link('staffHome') : link('home')}>
          {t('later.action')}
        </LinkButton>
      </div>
    </Page>
  )
}

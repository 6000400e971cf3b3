/** What stands at the address of a screen that comes with a later version. */
import { isStaffPath, link } from '../../core/links'
import { LinkButton } from '../../ui/button/LinkButton'
import { Page } from '../../ui/layout/Page'
import { useTranslation } from '../../words/useTranslation'
import { useTitle } from './useTitle'

export function Later() {
  const { t } = useTranslation()
  useTitle(t('later.title'))
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

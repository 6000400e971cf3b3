/** An address of the specification whose screen comes with a later version; the guard has let the person in. */

import { LinkButton } from '../ui/LinkButton'
import { Page } from '../ui/Page'
import { useTranslation } from '../words/useTranslation'

export function Later() {
  const { t } = useTranslation()
  return (
    <Page title={t('later.title')} subtitle={t('later.body')} width="form">
      <div>
        <LinkButton mode="primary" href={location.pathname.startsWith('/admin') ? '/admin' : '/home'}>
          {t('later.action')}
        </LinkButton>
      </div>
    </Page>
  )
}

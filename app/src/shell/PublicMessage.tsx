/** A page that only says something: not found, not allowed, not there yet. */

import { LinkButton } from '../ui/LinkButton'
import { Page } from '../ui/Page'
import { useTranslation } from '../words/useTranslation'
import { PublicFrame } from './PublicFrame'

export function PublicMessage({ about }: { about: 'notFound' | 'unauthorized' | 'later' }) {
  const { t } = useTranslation()
  const title = t(`${about}.title`)
  return (
    <PublicFrame title={title}>
      <Page title={title} subtitle={t(`${about}.body`)} width="form">
        <div>
          <LinkButton mode="primary" href={location.pathname.startsWith('/admin') ? '/admin' : '/home'}>
            {t(`${about}.action`)}
          </LinkButton>
        </div>
      </Page>
    </PublicFrame>
  )
}

/** The pages "not found" and "not allowed" for signed-in users, inside the frame. */
import { link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { isStaffRole, useProfile } from '../session/useProfile'
import { useTitle } from './useTitle'

export function NotFound() {
  const { t } = useTranslation()
  return <Message title={t('notFound.title')} body={t('notFound.body')} action={t('notFound.action')} />
}

export function Unauthorized() {
  const { t } = useTranslation(['shell', 'common'])
  const { role } = useProfile()
  const userKind = isStaffRole(role) ? 'staff' : role ? 'customer' : 'newcomer'
  return <Message title={t('common:unauthorized.title')} body={t(`unauthorized.${userKind}`)} action={t('common:unauthorized.action')} />
}

function Message({ title, body, action }: { title: string; body: string; action: string }) {
  const { role } = useProfile()
  useTitle(title)
  return (
    <Page title={title} subtitle={body} width="form">
      <div>
        <LinkButton mode="primary" href={isStaffRole(role) ? link('staffHome') : link('home')}>
          {action}
        </LinkButton>
      </div>
    </Page>
  )
}

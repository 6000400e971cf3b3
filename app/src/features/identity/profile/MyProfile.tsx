/** The own profile, for customers and staff: who one is, what one may do, how one likes it, and where one is signed in. */
import { Pencil } from 'lucide-react'
import { useTitle } from '../../../kit/page/useTitle'
import { profileAddress, useProfile } from '../../../kit/session/useProfile'
import { LinkButton } from '../../../ui/button/LinkButton'
import { Page } from '../../../ui/layout/Page'
import { Stack } from '../../../ui/layout/Stack'
import { useTranslation } from '../../../words/useTranslation'
import { AboutYou } from './AboutYou'
import { YourPreferences } from './YourPreferences'
import { YourRole } from './YourRole'
import { YourSessions } from './YourSessions'

export function MyProfile() {
  const { t } = useTranslation('profile')
  const { role } = useProfile()
  useTitle(t('title'))
  return (
    <Page
      width="form"
      title={t('title')}
      actions={
        <LinkButton href={`${profileAddress(role)}/edit`} icon={<Pencil />}>
          {t('edit.action')}
        </LinkButton>
      }
    >
      <Stack gap={5}>
        <AboutYou />
        <YourRole />
        <YourPreferences />
        <YourSessions />
      </Stack>
    </Page>
  )
}

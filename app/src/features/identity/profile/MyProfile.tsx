/** The user's own profile, for customers and staff: personal details, role, preferences, second factors and sessions. */
import { Pencil } from 'lucide-react'
import { instantShown, roleDescription } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useTitle } from '~/kit/page/useTitle'
import { isStaffRole, useProfile } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { phoneShown } from '~/ui/text/phone'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { SignInSecurity } from '../factors/SignInSecurity'
import styles from './Profile.module.css'
import { YourPreferences } from './YourPreferences'
import { YourSessions } from './YourSessions'

export function MyProfile() {
  const { t } = useTranslation('profile')
  const { role } = useProfile()
  const readOnly = useReadOnly()
  useTitle(t('title'))
  return (
    <Page
      width="form"
      title={t('title')}
      actions={
        readOnly === undefined ? (
          <LinkButton href={link(isStaffRole(role) ? 'editStaffProfile' : 'editProfile')} icon={<Pencil />}>
            {t('edit.action')}
          </LinkButton>
        ) : (
          <Button icon={<Pencil />} isDisabled why={readOnly}>
            {t('edit.action')}
          </Button>
        )
      }
    >
      <Stack gap={5}>
        <AboutYou />
        <YourRole />
        <YourPreferences />
        {/* In customer view mode it would show the officer's own factors. */}
        {readOnly === undefined && <SignInSecurity />}
        {readOnly === undefined && !isStaffRole(role) && <CompanySignInCard />}
        <YourSessions />
        {readOnly === undefined && <YourData />}
      </Stack>
    </Page>
  )
}

function AboutYou() {
  const { t } = useTranslation('profile')
  const readOnly = useReadOnly()
  const { name, nickname, email, mobileNo, identificationType, identificationNo, emailOpting, role } = useProfile()
  return (
    <Card title={t('about.title')} tour="about">
      <Description
        items={[
          { id: 'name', label: t('about.name'), value: name },
          ...(nickname ? [{ id: 'nickname', label: t('about.nickname'), value: nickname }] : []),
          { id: 'email', label: t('about.email'), value: email },
          { id: 'mobile', label: t('about.mobile'), value: mobileNo && phoneShown(mobileNo) },
          ...(identificationType ? [{ id: 'identification', label: t(`about.${identificationType}`), value: identificationNo }] : []),
          ...(isStaffRole(role)
            ? []
            : [
                {
                  id: 'reminders',
                  label: t('about.reminders'),
                  value: t(emailOpting ? 'about.remindersWanted' : 'about.remindersUnwanted'),
                },
              ]),
          {
            id: 'password',
            label: t('about.password'),
            value: <span aria-hidden="true">••••••••</span>,
            change: { label: t('about.change'), name: t('about.changePassword'), href: link('changePassword'), whyNot: readOnly },
          },
        ]}
      />
    </Card>
  )
}

/** Leads to the file with the user's data and to requests about it. */
function YourData() {
  const { t } = useTranslation('personalData')
  const { role } = useProfile()
  return (
    <Card title={t('card.title')}>
      <Stack gap={3}>
        <p>{t('card.body')}</p>
        <div>
          <LinkButton href={link(isStaffRole(role) ? 'staffOwnData' : 'ownData')}>{t('card.open')}</LinkButton>
        </div>
      </Stack>
    </Card>
  )
}

/** Lists the description of a role, one sentence in each line. */
function Rights({ text }: { text: string }) {
  return (
    <ul className={styles.rights}>
      {text.split(/(?<=\.) /).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** The user's role and rights. Only the Master or an administrator can change them, so this card is read-only. */
function YourRole() {
  const { t } = useTranslation(['profile', 'shell'])
  const language = useLanguage()
  const { role, permissions, companyName, bulkId, lastLoginDateTime } = useProfile()
  return (
    <Card title={t('role.title')} tour="role">
      <Description
        items={[
          { id: 'role', label: t('role.role'), value: t(`shell:roles.${role ?? 'none'}`) },
          {
            id: 'rights',
            label: t('role.rights'),
            value: role ? <Rights text={roleDescription({ role, permissions }, language)} /> : t('role.none'),
          },
          { id: 'company', label: t(isStaffRole(role) ? 'role.utility' : 'role.company'), value: companyName },
          ...(isStaffRole(role) ? [] : [{ id: 'bulkId', label: t('role.bulkAccount'), value: bulkId }]),
          { id: 'last', label: t('role.lastLogin'), value: lastLoginDateTime && instantShown(lastLoginDateTime, language) },
        ]}
      />
    </Card>
  )
}

/** Card of the profile for users whose company has a provider: whether the user is connected, and a link to connect. */
function CompanySignInCard() {
  const { t } = useTranslation('security')
  const own = useOptionalRead('GetOwnSso', {})
  if (!own?.isOffered) return null
  return (
    <Card title={t('company.title')}>
      <Stack gap={3} align="start">
        <p>{t(own.isLinked ? 'company.cardConnected' : 'company.card')}</p>
        <LinkButton href={link('connectSso')}>{t(own.isLinked ? 'company.change' : 'company.connect')}</LinkButton>
      </Stack>
    </Card>
  )
}

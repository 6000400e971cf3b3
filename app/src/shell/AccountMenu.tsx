/** Menu with the signed-in user, language, theme and sign-out. */
import { useAtomValue } from 'jotai'
import { CircleUserRound, History, Languages, LogOut, Moon, Sun, SunMoon, UserRound } from 'lucide-react'
import { link } from '../core/links'
import { chooseLanguage, chooseTheme } from '../kit/session/preferences'
import { signOut } from '../kit/session/session'
import { type Theme, themeAtom } from '../kit/session/theme'
import { isStaffRole, profileAddress, useProfile } from '../kit/session/useProfile'
import { Button } from '../ui/button/Button'
import { Menu } from '../ui/overlay/Menu'
import type { MenuItem } from '../ui/overlay/MenuPopover'
import { useLanguage } from '../words/useLanguage'
import { useTranslation } from '../words/useTranslation'

const themes = [
  { id: 'light', icon: <Sun /> },
  { id: 'dark', icon: <Moon /> },
  { id: 'system', icon: <SunMoon /> },
] as const satisfies { id: Theme; icon: unknown }[]

export function AccountMenu() {
  const { t } = useTranslation(['shell', 'common'])
  const language = useLanguage()
  const profile = useProfile()
  const { name, email, companyName, bulkId } = profile
  const role = profile.viewedBy ?? profile.role
  const theme = useAtomValue(themeAtom)
  const other = language === 'en' ? 'ms' : 'en'

  const items: MenuItem[] = [
    { id: 'profile', label: t('account.profile'), icon: <UserRound />, href: profileAddress(role) },
    {
      id: 'activity',
      label: t('account.activity'),
      icon: <History />,
      href: isStaffRole(role) ? link('staffActivity') : link('activity'),
    },
    { id: 'language', label: t(`common:language.${other}`), icon: <Languages />, onAction: () => chooseLanguage(other) },
    ...themes
      .filter(({ id }) => id !== theme)
      .map(({ id, icon }, place) => ({
        id,
        icon,
        label: `${t('common:theme.label')}: ${t(`common:theme.${id}`)}`,
        onAction: () => chooseTheme(id),
        startsGroup: place === 0,
      })),
    { id: 'signOut', label: t('account.signOut'), icon: <LogOut />, onAction: () => signOut(email), startsGroup: true },
  ]
  return (
    <Menu
      label={t('account.label')}
      trigger={<Button mode="ghost" size="large" icon={<CircleUserRound />} label={t('account.signedInAs', { name })} />}
      header={
        <>
          <strong>{name}</strong>
          <br />
          {email}
          <br />
          {[t(`roles.${role ?? 'none'}`), companyName, bulkId && t('whose.bulk', { bulkId })].filter(Boolean).join(' · ')}
        </>
      }
      items={items}
    />
  )
}

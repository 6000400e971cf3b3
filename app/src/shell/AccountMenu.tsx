/** Who is signed in, the language, the theme, and the way out. */
import { CircleUserRound, Languages, LogOut, Moon, Sun, SunMoon, UserRound } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '../session'
import { currentTheme, keepTheme, type Theme } from '../theme'
import { Button } from '../ui/Button'
import { Menu, type MenuItem } from '../ui/Menu'
import { useProfile } from '../useProfile'
import { speak } from '../words/store'
import { useLanguage } from '../words/useLanguage'
import { useTranslation } from '../words/useTranslation'

const themes = [
  { id: 'light', icon: <Sun /> },
  { id: 'dark', icon: <Moon /> },
  { id: 'system', icon: <SunMoon /> },
] as const satisfies { id: Theme; icon: unknown }[]

export function AccountMenu({ isStaff }: { isStaff: boolean }) {
  const { t } = useTranslation(['shell', 'common'])
  const language = useLanguage()
  const { name, email, role, companyName } = useProfile()
  const [theme, setTheme] = useState(currentTheme)
  const other = language === 'en' ? 'ms' : 'en'

  function choose(chosen: Theme) {
    keepTheme(chosen)
    setTheme(chosen)
  }

  const items: MenuItem[] = [
    { id: 'profile', label: t('account.profile'), icon: <UserRound />, href: isStaff ? '/admin/myProfile' : '/myProfile' },
    { id: 'language', label: t(`common:language.${other}`), icon: <Languages />, onAction: () => void speak(other) },
    ...themes
      .filter(({ id }) => id !== theme)
      .map(({ id, icon }, place) => ({
        id,
        icon,
        label: `${t('common:theme.label')}: ${t(`common:theme.${id}`)}`,
        onAction: () => choose(id),
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
          {[t(`roles.${role ?? 'none'}`), companyName].filter(Boolean).join(' · ')}
        </>
      }
      items={items}
    />
  )
}

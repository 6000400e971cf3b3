/** Help, one press away: the utility's care line, and for customers the questions that others asked. */
import { CircleHelp, GraduationCap, Phone } from 'lucide-react'
import { link } from '../core/links'
import { useHint } from '../kit/call/read'
import { isStaffRole, useProfile } from '../kit/session/useProfile'
import { Button } from '../ui/button/Button'
import { Menu, type MenuItem } from '../ui/overlay/Menu'
import { useTranslation } from '../words/useTranslation'

export function HelpMenu() {
  const { t } = useTranslation('shell')
  const { role } = useProfile()
  const portal = useHint('GetPortal', {})
  const items: MenuItem[] = []
  if (portal) {
    const { careLine } = portal
    items.push({
      id: 'call',
      label: t('help.call', { careLine }),
      description: portal.utilityName,
      icon: <Phone />,
      href: `tel:${careLine.replace(/[^+\d]/g, '')}`,
    })
  }
  if (!isStaffRole(role)) {
    items.push({ id: 'learn', label: t('help.learn'), description: t('help.learnBody'), icon: <GraduationCap />, href: link('learnMore') })
  }
  if (items.length === 0) return null
  return (
    <Menu
      label={t('help.label')}
      trigger={<Button mode="ghost" size="large" icon={<CircleHelp />} label={t('help.label')} />}
      items={items}
    />
  )
}

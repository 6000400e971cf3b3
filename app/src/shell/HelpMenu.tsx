/** The help menu. */
import { CircleHelp } from 'lucide-react'
import { Button } from '../ui/button/Button'
import { Menu } from '../ui/overlay/Menu'
import { useTranslation } from '../words/useTranslation'
import { useHelpItems } from './useHelpItems'

export function HelpMenu() {
  const { t } = useTranslation('shell')
  return (
    <Menu
      label={t('help.label')}
      trigger={<Button mode="ghost" size="large" icon={<CircleHelp />} label={t('help.label')} />}
      items={useHelpItems()}
    />
  )
}

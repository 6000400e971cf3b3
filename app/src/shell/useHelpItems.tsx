/** Help: the utility's care line, questions and answers for customers or the guide for staff, and the tours of this screen. */
import { useRouterState } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import { Activity, BookOpen, CodeXml, GraduationCap, Keyboard, Phone, ShieldCheck } from 'lucide-react'
import { link } from '../core/links'
import { useOptionalRead } from '../kit/call/read'
import { guideAddress } from '../kit/public/guides'
import { isStaffRole, useIsSetupRequired, useProfile } from '../kit/session/useProfile'
import type { MenuItem } from '../ui/overlay/MenuPopover'
import { useLanguage } from '../words/useLanguage'
import { translation, useTranslation } from '../words/useTranslation'
import { openCommandPanelAtom } from './commands/openCommandPanel'
import { useTours } from './tours/part'
import { runningTourAtom } from './tours/runningTour'

/** Returns the items of the help menu, which the command menu finds, too. */
export function useHelpItems(): readonly MenuItem[] {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const profile = useProfile()
  const isSetupRequired = useIsSetupRequired()
  const portal = useOptionalRead('GetPortal', {})
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath })
  const start = useSetAtom(runningTourAtom)
  const open = useSetAtom(openCommandPanelAtom)
  const tourItems = useTours()?.helpItems({ profile, path, t: translation('tours', language), start }) ?? []
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
  if (!isStaffRole(profile.role)) {
    items.push({ id: 'learn', label: t('help.learn'), description: t('help.learnBody'), icon: <GraduationCap />, href: link('learnMore') })
  } else {
    const openGuide = () => void window.open(guideAddress('staff', language, 'pdf'), '_blank', 'noopener')
    items.push({ id: 'guide', label: t('help.guide'), icon: <BookOpen />, onAction: openGuide })
  }
  items.push({ id: 'api', label: t('help.api'), description: t('help.apiBody'), icon: <CodeXml />, href: link('apiDocs') })
  items.push({ id: 'pack', label: t('help.pack'), description: t('help.packBody'), icon: <ShieldCheck />, href: link('verifyPack') })
  items.push({ id: 'status', label: t('help.status'), description: t('help.statusBody'), icon: <Activity />, href: link('status') })
  // The shortcuts do not work while the user must set a password, add a second factor, connect or accept terms.
  if (!profile.isPasswordResetRequired && !isSetupRequired && profile.termsToAccept === null)
    items.push({ id: 'keys', label: t('help.keys'), description: t('help.keysBody'), icon: <Keyboard />, onAction: () => open('keys') })
  // Tours are last, because they may load while the menu is open.
  items.push(...tourItems.map((item, place) => ({ ...item, startsGroup: place === 0 })))
  return items
}

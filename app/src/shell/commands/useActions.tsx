/** The actions of the command menu. An action is listed only if the user may perform it and it would have an effect. */
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { BadgeDollarSign, FileDown, Languages, LogOut, SunMoon, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { amountShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { call, messageOf } from '~/kit/call/api'
import { payableOverdue } from '~/kit/call/overdue'
import { useOptionalRead } from '~/kit/call/read'
import { exportOfferAtom } from '~/kit/list/exportOffer'
import { heldNote } from '~/kit/paying/hold'
import { chosenFrom } from '~/kit/paying/selection'
import { tooMany } from '~/kit/paying/tooMany'
import { useChooseOnly } from '~/kit/paying/undo'
import { chooseLanguage, chooseTheme } from '~/kit/session/preferences'
import { signOut } from '~/kit/session/session'
import { themeAtom } from '~/kit/session/theme'
import { useProfile } from '~/kit/session/useProfile'
import { toasts } from '~/ui/feedback/toastQueue'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { inviteScreen, mayPayBills, otherThemes } from './actions'

export interface CommandAction {
  id: string
  label: string
  description?: string | undefined
  icon: ReactNode
  act: () => void
}

export function useActions(): CommandAction[] {
  const { t } = useTranslation(['commands', 'common'])
  const router = useRouter()
  const profile = useProfile()
  const language = useLanguage()
  const theme = useAtomValue(themeAtom)
  const exported = useAtomValue(exportOfferAtom)
  const invite = inviteScreen(profile)
  const other = language === 'en' ? 'ms' : 'en'
  return [
    ...usePayOverdue(),
    ...(invite
      ? [
          {
            id: 'invite',
            label: t(`actions.${invite}`),
            icon: <UserPlus aria-hidden="true" />,
            act: () => void router.navigate({ href: link(invite, { open: 'add' }) }),
          },
        ]
      : []),
    ...(exported
      ? (['xlsx', 'csv'] as const).map((format) => ({
          id: format,
          label: t(`actions.${format}`),
          description: exported.rows,
          icon: <FileDown aria-hidden="true" />,
          act: () => exported.start(format),
        }))
      : []),
    ...otherThemes(theme).map((id) => ({
      id,
      label: `${t('common:theme.label')}: ${t(`common:theme.${id}`)}`,
      icon: <SunMoon aria-hidden="true" />,
      act: () => chooseTheme(id),
    })),
    {
      id: 'language',
      label: `${t('actions.language')}: ${t(`common:language.${other}`)}`,
      icon: <Languages aria-hidden="true" />,
      act: () => void chooseLanguage(other),
    },
    { id: 'signOut', label: t('actions.signOut'), icon: <LogOut aria-hidden="true" />, act: () => signOut(profile.email) },
  ]
}

/** Returns the action that selects all payable overdue bills and opens the payment. Empty if there are none. */
function usePayOverdue(): CommandAction[] {
  const { t } = useTranslation(['commands', 'paying'])
  const { t: ofPaying } = useTranslation('paying')
  const router = useRouter()
  const language = useLanguage()
  const profile = useProfile()
  const chooseOnly = useChooseOnly()
  const id = profile.bulkId ?? ''
  const mayPay = mayPayBills(profile)
  const overdue = useOptionalRead('CountBills', { id, filter: payableOverdue }, mayPay)
  if (!mayPay || !overdue || overdue.bills === 0 || tooMany(overdue.bills, language)) return []
  async function act() {
    try {
      const { bills, leftOut } = await call('SelectBills', { id, filter: payableOverdue })
      const note = heldNote(bills.length, leftOut, ofPaying)
      if (note !== undefined) toasts.add({ title: note, tone: 'warning' })
      // If no bill can be paid any more, the current selection stays.
      if (bills.length === 0) return void toasts.add({ title: t('paying:nothingLeft'), tone: 'warning' })
      chooseOnly(chosenFrom(bills), leftOut)
      await router.navigate({ href: link('payMethod') })
    } catch (error) {
      toasts.add({ title: messageOf(error), tone: 'bad' })
    }
  }
  return [
    {
      id: 'payOverdue',
      label: t('actions.payOverdue', { count: overdue.bills, shown: numberShown(overdue.bills) }),
      description: amountShown(overdue.total),
      icon: <BadgeDollarSign aria-hidden="true" />,
      act: () => void act(),
    },
  ]
}

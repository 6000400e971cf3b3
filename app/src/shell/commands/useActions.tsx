/** The actions of the command menu. An action is listed only if the user may perform it and it would have an effect. */
import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { BadgeDollarSign, CirclePlus, FileDown, Languages, ListChecks, LogOut, SunMoon } from 'lucide-react'
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
import { useWaiting } from '../menu/useCounts'
import { type ActionId, formsFor, mayPayBills, otherThemes, queues, queuesFor } from './actions'
import { actionSynonyms } from './synonyms'

export interface CommandAction {
  id: string
  label: string
  /** Synonyms of the label. */
  others: string
  description?: string | undefined
  icon: ReactNode
  act: () => void
}

/** Returns the actions that the user may perform now, the most urgent first. */
export function useActions(): CommandAction[] {
  const { t } = useTranslation(['commands', 'common'])
  const router = useRouter()
  const profile = useProfile()
  const language = useLanguage()
  const theme = useAtomValue(themeAtom)
  const exported = useAtomValue(exportOfferAtom)
  const other = language === 'en' ? 'ms' : 'en'
  const waiting = useWaiting()
  const to = (href: string) => () => void router.navigate({ href })
  return [
    ...usePayOverdue(),
    ...queuesFor(profile).flatMap((id) => {
      const count = waiting[id] ?? 0
      const label = t(`actions.${id}`, { count, shown: numberShown(count) })
      return count > 0 ? action(id, label, <ListChecks aria-hidden="true" />, to(queues[id])) : []
    }),
    ...formsFor(profile).map(({ id, href }) => action(id, t(`actions.${id}`), <CirclePlus aria-hidden="true" />, to(href))),
    ...(exported
      ? (['xlsx', 'csv'] as const).map((format) => ({
          ...action(format, t(`actions.${format}`), <FileDown aria-hidden="true" />, () => exported.start(format)),
          description: exported.rows,
        }))
      : []),
    ...otherThemes(theme).map((id) => ({
      ...action('theme', `${t('common:theme.label')}: ${t(`common:theme.${id}`)}`, <SunMoon aria-hidden="true" />, () => chooseTheme(id)),
      id,
    })),
    action('language', `${t('actions.language')}: ${t(`common:language.${other}`)}`, <Languages aria-hidden="true" />, () => {
      void chooseLanguage(other)
    }),
    action('signOut', t('actions.signOut'), <LogOut aria-hidden="true" />, () => signOut(profile.email)),
  ]
}

const action = (id: ActionId, label: string, icon: ReactNode, act: () => void): CommandAction => ({
  id,
  label,
  others: actionSynonyms[id],
  icon,
  act,
})

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
      ...action(
        'payOverdue',
        t('actions.payOverdue', { count: overdue.bills, shown: numberShown(overdue.bills) }),
        <BadgeDollarSign aria-hidden="true" />,
        () => void act(),
      ),
      description: amountShown(overdue.total),
    },
  ]
}

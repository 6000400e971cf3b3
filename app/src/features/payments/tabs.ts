/** The tabs of a payment; which is open is in the address. */
import { link } from '../../core/links'
import type { Tab } from '../../ui/layout/Tabs'
import type { Translate } from '../../words/useTranslation'

const names = ['details', 'invoices', 'activity'] as const
type Name = (typeof names)[number]

export const readTab = (raw: Record<string, unknown>): { tab?: Name | undefined } => ({ tab: names.find((name) => name === raw.tab) })

export const tabsOf = (screen: 'payment' | 'staffPayment', transactionNo: string, t: Translate<'payments'>, invoices: string): Tab[] =>
  names.map((id) => ({
    id,
    label: t(`tab.${id}`),
    href: link(screen, { transactionNo, tab: id === 'details' ? undefined : id }),
    ...(id === 'invoices' && { count: invoices }),
  }))

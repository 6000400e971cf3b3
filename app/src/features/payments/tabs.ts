/** The tabs of a payment; which is open is in the address. */
import type { Tab } from '../../ui/layout/Tabs'
import type { PaymentWords } from './words'

const names = ['details', 'invoices', 'activity'] as const
type Name = (typeof names)[number]

export const readTab = (raw: Record<string, unknown>): { tab?: Name | undefined } => ({ tab: names.find((name) => name === raw.tab) })

export const tabsOf = (path: string, t: PaymentWords, invoices: string): Tab[] =>
  names.map((id) => ({
    id,
    label: t(`tab.${id}`),
    href: id === 'details' ? path : `${path}?tab=${id}`,
    ...(id === 'invoices' && { count: invoices }),
  }))

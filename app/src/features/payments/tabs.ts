/** The tabs of a payment. The open tab is in the address. */
import { link } from '~/core/links'
import { readQueue } from '~/kit/queue/origin'
import type { Tab } from '~/ui/layout/Tabs'
import type { Translate } from '~/words/useTranslation'

const names = ['details', 'invoices', 'activity'] as const
type Name = (typeof names)[number]

export const readTab = (raw: Record<string, unknown>): { tab?: Name | undefined; queue?: string | undefined } => ({
  tab: names.find((name) => name === raw.tab),
  ...readQueue(raw),
})

export const tabsOf = (
  screen: 'payment' | 'staffPayment',
  transactionNo: string,
  t: Translate<'payments'>,
  invoices: string,
  queue?: string | undefined,
): Tab[] =>
  names.map((id) => ({
    id,
    label: t(`tab.${id}`),
    href: link(screen, { transactionNo, tab: id === 'details' ? undefined : id, queue }),
    ...(id === 'invoices' && { count: invoices }),
  }))

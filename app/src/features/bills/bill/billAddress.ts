/** The address of a bill's page: its open tab, and the form or the query that it shows. */
import { oneOf } from '~/kit/list/address'
import { type AskSearch, readAsk } from '../queries/ask'

export const billTabs = ['charges', 'use', 'eInvoice', 'history'] as const
export type BillTab = (typeof billTabs)[number]

export interface BillSearch extends AskSearch {
  tab?: BillTab | undefined
}

const readTab = oneOf(...billTabs)

export const readBill = (raw: Record<string, unknown>): BillSearch => ({ ...readAsk(raw), tab: readTab(raw.tab) })

/** Returns the open tab. A link to a query opens the tab that has it. */
export const openTab = ({ tab, query }: BillSearch): BillTab => tab ?? (query === undefined ? 'charges' : 'history')

/** Returns the search of a tab's address. It keeps the query that the page shows. */
export const searchOfTab = (tab: BillTab, { query }: BillSearch): BillSearch => ({
  tab: tab === openTab({ query }) ? undefined : tab,
  query,
})

/** The address of the form that asks the utility about a bill, and what it suggests. */
import type { QueryKind, QueryRow, QueryState } from '~/core/core'
import { link } from '~/core/links'
import { oneOf, parseText } from '~/kit/list/address'
import { queryKinds } from '~/kit/queries/kinds'

/** The form, with its suggested kind or the finding that it is about; and the query that the bill's page shows. */
export interface AskSearch {
  open?: 'ask' | undefined
  kind?: QueryKind | undefined
  finding?: string | undefined
  query?: string | undefined
}

/** The fragment of the bill's page that leads to the query. */
export const queryPart = 'query'

/** Returns the address of a query on the page of its bill. */
export const queryAddress = (invoiceNo: string, query: string) => `${link('bill', { invoiceNo, query })}#${queryPart}`

const readOpen = oneOf('ask')
const readKind = oneOf(...queryKinds)

export const readAsk = (raw: Record<string, unknown>): AskSearch => ({
  open: readOpen(raw.open),
  kind: readKind(raw.kind),
  finding: parseText(raw.finding),
  query: parseText(raw.query),
})

/** The call for the queries about a bill, the newest first. */
export const queriesOfBill = (id: string, invoiceNo: string) => ({ id, recordCount: 20, filter: { invoiceNo } })

/** Whether the query is not settled yet. */
export const isOpenState = (state: QueryState) => state === 'open' || state === 'answered' || state === 'reopened'

/** Returns the query that is not settled yet. A bill has at most one. */
export const openQueryOf = (queries: readonly QueryRow[] | undefined) => queries?.find(({ state }) => isOpenState(state))

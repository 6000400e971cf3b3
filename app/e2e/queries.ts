/** Queries for the journeys: opening one about a paid bill, which no selection of unpaid bills contains. */
import { expect, type Page } from '@playwright/test'
import { baseURL } from '../playwright.config'
import { bulkIds } from './bills'
import { ask, askOnce, password, people } from './people'

export interface AQuery {
  queryId: string
  invoiceNo: string
}

const listOf = (page: Page, isOpen: boolean) =>
  ask<{ items: AQuery[] }>(page, `/portal/api/v1/Queries/GetQueries/${bulkIds.sinar}`, { filter: { isOpen }, recordCount: 1 })

/** Returns an open query of the large company, and opens one if there is none. */
export async function aQuery(page: Page): Promise<AQuery> {
  const { items } = await listOf(page, true)
  if (items[0]) return items[0]
  const { items: paid } = await ask<{ items: { invoiceNo: string }[] }>(
    page,
    `/billpayment-svc/api/v1/Bills/GetBillHistory/${bulkIds.sinar}`,
    { filter: { state: 'paid' }, recordCount: 1 },
  )
  const invoiceNo = paid[0]?.invoiceNo ?? ''
  const { queryId } = await askOnce<{ queryId: string }>(page, `/portal/api/v1/Queries/Open/${bulkIds.sinar}`, {
    invoiceNo,
    kind: 'reading',
    message: 'The meter shows another reading than the bill.',
  })
  return { queryId, invoiceNo }
}

/** Returns such a query for a user who cannot open one, such as staff. */
export async function queryOfPayer(page: Page): Promise<AQuery> {
  const context = await page.context().browser()?.newContext({ baseURL })
  if (!context) throw new Error('no browser')
  await ask(context, '/user-svc/api/v1/User/Login', { username: people.payer, password })
  const query = await aQuery(await context.newPage())
  await context.close()
  expect(query.queryId).not.toBe('')
  return query
}

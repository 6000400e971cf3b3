/** Queries for the journeys. They are about paid bills, so that no bill that another journey pays is on hold. */
import { expect, type Page } from '@playwright/test'
import { baseURL } from '../playwright.config'
import { bulkIds } from './bills'
import { ask, askOnce, password, people } from './people'

export interface OpenQuery {
  queryId: string
  invoiceNo: string
}

const listQueries = (page: Page, isOpen: boolean) =>
  ask<{ items: OpenQuery[] }>(page, `/portal/api/v1/Queries/GetQueries/${bulkIds.sinar}`, { filter: { isOpen }, recordCount: 1 })

/** Returns an open query of the large company. Opens one if there is none. */
export async function findOrOpenQuery(page: Page): Promise<OpenQuery> {
  const { items } = await listQueries(page, true)
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

/** Returns an open query for staff, who cannot open one: opens it as a user of the company. */
export async function openQueryAsPayer(page: Page): Promise<OpenQuery> {
  const context = await page.context().browser()?.newContext({ baseURL })
  if (!context) throw new Error('no browser')
  await ask(context, '/user-svc/api/v1/User/Login', { username: people.payer, password })
  const query = await findOrOpenQuery(await context.newPage())
  await context.close()
  expect(query.queryId).not.toBe('')
  return query
}

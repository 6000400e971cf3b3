/** Webhooks: the Master adds one, tests it, follows its deliveries, sends events again, replaces the secret, and deletes it. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds, lastMonths, someOf } from './bills'
import { dialog } from './dialogs'
import { openInMenu } from './mainMenu'
import { forThisTry, makeTransfer, title } from './pay'
import { ask, expect, people, test } from './people'
import { rowOf } from './team'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Starts a receiver on this machine. Its status can be changed. */
async function receiver() {
  const received: Received[] = []
  const state = { status: 204 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(state.status).end(state.status === 204 ? undefined : 'out of order')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gridbill`, received, state, close: () => server.close() }
}

/** Whether one of the signatures of a delivery is by the secret. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signed}`)
}

const id = bulkIds.sinar

async function webhooksOf(master: Page) {
  const answer = await master.request.get(`/portal/api/v1/Webhooks/${id}`, { headers: { 'X-Session': 'cookie' } })
  return ((await answer.json()) as { Data: { items: { webhookId: string }[] } }).Data.items
}

/** Deletes all webhooks, so that the journey can be repeated. */
async function reset(master: Page) {
  for (const { webhookId } of await webhooksOf(master)) await ask(master, '/portal/api/v1/Webhooks/Delete', { id, webhookId })
}

/** Copies the secret that the dialogue shows, and closes it. */
async function storeSecret(page: Page): Promise<string> {
  const shown = dialog(page)
  await expect(shown).toContainText('It is not shown again.')
  const secret = await shown.locator('code').filter({ hasText: 'whsec_' }).textContent()
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await expect(shown).toBeHidden()
  return secret ?? ''
}

test('a webhook is added, tested, followed, repaired and deleted', async ({ as }) => {
  test.slow()
  const erp = await receiver()
  const master = await as(people.master)
  await reset(master)

  // The form refuses an address that is not public.
  await master.goto('/home')
  await openInMenu(master, 'Settings', 'Developers')
  await expect(title(master)).toHaveText('Webhooks')
  await expect(master.getByText('No webhooks yet')).toBeVisible()
  await master.getByRole('button', { name: 'Add webhook' }).click()
  const form = dialog(master)
  await form.getByLabel('Address').fill('https://169.254.169.254/latest')
  await form.getByRole('checkbox', { name: 'Payment submitted' }).check()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByLabel('Address')).toHaveAccessibleDescription(/The portal does not call this address\./)
  expect(await findings(master)).toEqual([])
  await form.getByLabel('Address').fill(erp.address)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = await storeSecret(master)
  const row = rowOf(master, erp.address)
  await expect(row).toContainText('Events: Payment submitted, Payment paid')

  // A test event shows the receiver's answer.
  await row.getByRole('button', { name: 'Send test event' }).click()
  await expect(row.getByRole('status')).toContainText('The test event was accepted: status 204')
  expect(erp.received).toHaveLength(1)
  erp.state.status = 500
  await row.getByRole('button', { name: 'Send test event' }).click()
  await expect(row.getByRole('alert')).toContainText('The receiver answered 500')
  await expect(row.getByRole('alert')).toContainText('Answer: out of order')
  erp.state.status = 204
  expect(await findings(master)).toEqual([])

  // A payment is an event, which the log shows.
  const payer = await as(people.payer)
  const bills = (await someOf(payer, lastMonths(6), 12)).slice(10)
  const transactionNo = await makeTransfer(payer, bills, forThisTry('HOOK1'))
  // Other journeys pay bills of the company at the same time.
  const ofPayment = () => erp.received.filter(({ body }) => body.includes(transactionNo))
  await expect.poll(() => ofPayment().length).toBe(1)
  const [delivered] = ofPayment() as [Received]
  expect(isSigned(delivered, secret)).toBe(true)
  expect(JSON.parse(delivered.body)).toMatchObject({ type: 'payment.submitted', data: { object: 'payment', ids: [transactionNo] } })
  await row.getByRole('link', { name: 'Deliveries' }).click()
  await expect(title(master)).toHaveText('Deliveries')
  await expect(rowOf(master, transactionNo)).toContainText('Status 204')
  expect(await findings(master)).toEqual([])

  // One event is sent again with the same id.
  await rowOf(master, transactionNo)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await master.getByRole('menuitem', { name: 'Send again' }).click()
  await expect.poll(() => ofPayment().length).toBe(2)
  expect(ofPayment()[1]?.headers['webhook-id']).toBe(delivered.headers['webhook-id'])

  // The receiver is gone: the webhook is disabled, and enabled once it is back.
  erp.state.status = 410
  await rowOf(master, transactionNo)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await master.getByRole('menuitem', { name: 'Send again' }).click()
  await expect.poll(() => ofPayment().length).toBe(3)
  await master.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click()
  await expect(row).toContainText('the receiver answered 410 Gone')
  await expect(row).toContainText('1 event was not delivered.')
  expect(await findings(master)).toEqual([])
  erp.state.status = 204
  await row.getByRole('button', { name: 'Enable' }).click()
  await expect(row).not.toContainText('Disabled')

  const choose = async (item: string) => {
    await row.getByRole('button', { name: /^More actions/ }).click()
    await master.getByRole('menuitem', { name: item }).click()
  }
  // A colleague changes the webhook while the form is open. Saving the form does not undo that.
  await choose('Change events')
  const [webhook] = await webhooksOf(master)
  await ask(master, '/portal/api/v1/Webhooks/Set', { id, webhookId: webhook?.webhookId, events: ['payment.submitted'], isEnabled: false })
  await expect(row).toContainText('Switched off')
  await dialog(master).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(master)).toBeHidden()
  await expect(row).toContainText('Switched off')
  await expect(row).toContainText(/Events: Payment submitted(?!,)/)
  await row.getByRole('button', { name: 'Enable' }).click()
  await expect(row).not.toContainText('Switched off')

  // The events of today are sent again, signed with both secrets after a replacement.
  await choose('Replace the secret')
  await dialog(master).getByRole('button', { name: 'Replace the secret' }).click()
  const newSecret = await storeSecret(master)
  expect(newSecret).not.toBe(secret)
  await expect(row).toContainText('The earlier secret is valid until')
  await choose('Send events again')
  await dialog(master).getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => ofPayment().length).toBe(4)
  const replayed = ofPayment()[3] as Received
  expect([isSigned(replayed, secret), isSigned(replayed, newSecret)]).toEqual([true, true])

  await choose('Delete')
  await dialog(master).getByRole('button', { name: 'Delete' }).click()
  await expect(master.getByText('No webhooks yet')).toBeVisible()
  erp.close()
})

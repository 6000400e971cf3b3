/** E-mails between colleagues: transfer instructions, bills to pay, and a reminder to authorise. */
import { actAtBank, startPayment } from './bank'
import { billsOf, choose, lastMonths, someOf, totalOf } from './bills'
import { fact, goToMethod, title } from './pay'
import { expect, people, test } from './people'

test('the transfer sheet is copied, printed alone, and sent to a colleague', async ({ as }) => {
  const page = await as(people.payer)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const bills = await someOf(page, lastMonths(6), 2)
  await goToMethod(page, bills, 'EFT GIRO')
  await expect(fact(page, 'Amount')).toHaveText(totalOf(bills))
  const reference = (await fact(page, 'Reference to quote').textContent()) ?? ''
  const account = (await fact(page, 'Account number').textContent()) ?? ''
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Copy: Account number' }).click()
  expect(await copied()).toBe(account)
  await page.getByRole('button', { name: 'Copy all' }).click()
  expect(await copied()).toContain(`Amount: ${totalOf(bills)}\nAccount number: ${account}`)
  expect(await copied()).toContain(`Reference to quote: ${reference}`)

  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = document.documentElement.dataset.printing
    }
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'sheet')
  await page.emulateMedia({ media: 'print' })
  await expect(fact(page, 'Amount')).toBeVisible()
  await expect(title(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Send to a colleague' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send the transfer instructions' })
  await dialog.getByRole('button', { name: /Colleague/ }).click()
  await page.getByRole('option', { name: /keeper@sinar.example/ }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('The instructions were sent')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(title(page)).toHaveText('How do you want to pay?')
  const mail = await as(null)
  await mail.goto('/dev/mail')
  await mail
    .getByRole('link', { name: new RegExp(`Please transfer ${totalOf(bills)}`) })
    .first()
    .click()
  await expect(mail.locator('body')).toContainText(`Reference to quote: ${reference}`)
})

test('a user who may not pay sends bills to one who may, and the link opens exactly those', async ({ as }) => {
  const page = await as(people.viewer)
  const bills = (await someOf(page, lastMonths(6), 5)).slice(2)
  await choose(page, bills)
  await expect(page.getByRole('link', { name: 'Review and pay' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Send to a colleague' }).click()
  const dialog = page.getByRole('dialog', { name: `Send ${billsOf(bills.length)} to a colleague` })
  await dialog.getByRole('button', { name: /Colleague/ }).click()
  await expect(page.getByRole('option', { name: /Cannot make payments/ }).first()).toBeDisabled()
  await page.getByRole('option', { name: /payer@sinar.example/ }).click()
  await dialog.getByLabel('Note').fill('Due on Friday')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(`${billsOf(bills.length)} were sent`)).toBeVisible()

  const payer = await as(people.payer)
  await payer.goto('/dev/mail')
  await payer
    .getByRole('link', { name: new RegExp(`sent you ${bills.length} bills to pay`) })
    .first()
    .click()
  const href = await payer.locator('a[href*="/billPayment/pay/sent/"]').first().getAttribute('href')
  await payer.goto(new URL(href ?? '').pathname)
  await expect(title(payer)).toHaveText('Bills sent to you')
  await expect(payer.getByText('Due on Friday')).toBeVisible()
  await expect(fact(payer, 'Total')).toHaveText(totalOf(bills))
  await payer.getByRole('button', { name: `Review and pay ${totalOf(bills)}` }).click()
  await expect(title(payer)).toHaveText('How do you want to pay?')
  await expect(payer.getByText(totalOf(bills)).first()).toBeVisible()
})

test('a payment waiting for the authoriser shows the time left, and is reminded once', async ({ as }) => {
  const page = await as(people.payer)
  const bills = await someOf(page, lastMonths(7), 2)
  const started = await startPayment(page, bills)
  await actAtBank(page, started, ['maker', 'confirm'])
  await page.goto(`/billPayment/transactions/${started.transactionNo}`)
  await expect(page.getByText(/^(5 days|4 days and 23 hours) left to approve it, until /)).toBeVisible()
  await page.getByRole('button', { name: 'Remind' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind your colleagues' })
  await dialog.getByRole('button', { name: 'Send the reminder' }).click()
  await expect(page.getByText(/colleagues? (was|were) reminded/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remind' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('The next one can be sent from')).toBeVisible()
})

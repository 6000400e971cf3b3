/** Takes the screenshots of the README. Not a test: `npm run pictures` runs it. */
import type { Page } from '@playwright/test'
import { goToBank, signInAtBank } from './bank'
import { batch, someOf, totalOf } from './bills'
import { becomes, chooseBank, enterNumbers, goToMethod, payAndFollow, review } from './pay'
import { people, test } from './people'
import { settled } from './screens'
import { accept, openWaiting } from './staff'

const desk = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, reducedMotion: 'reduce' } as const
const phone = { ...desk, viewport: { width: 375, height: 800 }, colorScheme: 'dark' } as const

async function picture(page: Page, name: string) {
  await settled(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `../docs/${name}.png`, animations: 'disabled', caret: 'hide' })
}

test('bills', async ({ as }) => {
  const page = await as(people.payer, desk)
  await page.goto('/billPayment/outstanding?sort=totalAmountPayable&descending=true')
  await settled(page)
  for (const place of [0, 1, 2, 4])
    await page
      .getByRole('checkbox', { name: /^Select invoice/, disabled: false })
      .nth(place)
      .check()
  await picture(page, 'bills')
})

test('review', async ({ as }) => {
  const page = await as(people.payer, desk)
  const bills = await someOf(page, batch(11), 24)
  await goToMethod(page, bills, 'FPX online banking')
  await chooseBank(page, 'Maybank2E')
  await review(page, bills)
  await picture(page, 'review')
})

test('the bank', async ({ as }) => {
  const page = await as(people.payer, desk)
  const bills = (await someOf(page, batch(10), 30)).slice(0, 12)
  await goToBank(page, bills)
  await signInAtBank(page)
  await page.screenshot({ path: '../docs/bank.png', animations: 'disabled' })
})

test('a payment at the utility, and paid on the phone', async ({ as }) => {
  const page = await as(people.payer, phone)
  const bills = (await someOf(page, batch(10), 30)).slice(12, 18)
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  const half = '2,500.00'
  await enterNumbers(page, 'Reference', [['IBG2026112001', half], ['IBG2026112002']])
  await review(page, bills)
  const transactionNo = await payAndFollow(page, bills)

  const officer = await as(people.pccr, desk)
  await openWaiting(officer, transactionNo)
  await picture(officer, 'approve')
  await accept(officer, totalOf(bills))
  await becomes(page, 'Paid')
  await page.evaluate(() => scrollTo(0, 0))
  await picture(page, 'phone')
})

test('an invitation', async ({ as }) => {
  const page = await as(people.master, desk)
  await page.goto('/manageUsers')
  await settled(page)
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByLabel('E-mail address').fill('rani@sinar.example')
  await page.getByLabel('Nickname').fill('Rani, night shift')
  await page.getByRole('checkbox', { name: 'Make payments' }).check()
  await picture(page, 'invitation')
})

test('an application', async ({ as }) => {
  const officer = await as(people.pccr, desk)
  await officer.goto('/admin/manageRegistrations')
  await officer.getByRole('link', { name: /Cahaya Timur/ }).click()
  await picture(officer, 'registration')
})

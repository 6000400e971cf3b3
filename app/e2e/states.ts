/** Dialogues, menus and error states of screens. They are located without words, so that they work in both languages. */
import { expect, type Page } from '@playwright/test'
import { idleMinutes, minutes } from './idle'
import { ask } from './people'
import type { Screen } from './screens'

export interface ScreenState extends Screen {
  of: 'customer' | 'staff'
}

const press =
  (selector: string, nth = 0) =>
  async (page: Page) =>
    page.locator(selector).nth(nth).click()
type OverlayRole = 'menu' | 'dialog' | 'listbox' | 'alertdialog'
const opens = async (page: Page, role: OverlayRole) => expect(page.getByRole(role).first()).toBeVisible()
const opening =
  (selector: string, role: OverlayRole, nth = 0) =>
  async (page: Page) => {
    await press(selector, nth)(page)
    await opens(page, role)
  }
const failing = (path: string) => async (page: Page) => {
  await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(page.locator('main button').first()).toBeVisible({ timeout: 20_000 })
}

export async function dialogues(officer: Page): Promise<ScreenState[]> {
  const { items } = await ask<{ items: { transactionNo: string }[] }>(officer, '/payments-svc/api/v1/Admin/GetAdminPendingPayments', {
    recordCount: 5,
  })
  expect(items.length).toBeGreaterThan(0)
  const payment = `/admin/payments/${items.at(-1)?.transactionNo}`
  return [
    {
      of: 'customer',
      name: 'account menu',
      address: '/home',
      prepare: async (page) => {
        await page.getByRole('banner').getByRole('button').last().click()
        await opens(page, 'menu')
      },
    },
    {
      of: 'customer',
      name: 'favourite dates',
      address: '/myProfile',
      prepare: async (page) => {
        await press('section section button')(page)
        await expect(page.locator('#endDate')).toBeVisible()
      },
    },
    { of: 'customer', name: 'sessions that could not be loaded', address: '/myProfile', prepare: failing('**/Sessions') },
    {
      of: 'customer',
      name: 'the last minute before a sign-out',
      address: '/billPayment',
      prepare: async (page) => {
        // The record that all tabs share says that the last activity was that long ago.
        await page.evaluate(
          (ago) => {
            const note = JSON.parse(localStorage.getItem('gridbill.activity') ?? '{}')
            localStorage.setItem('gridbill.activity', JSON.stringify({ ...note, at: Date.now() - ago }))
          },
          minutes(idleMinutes - 1, 5),
        )
        await opens(page, 'alertdialog')
      },
    },
    {
      of: 'customer',
      name: 'bill filters',
      address: '/billPayment/outstanding',
      prepare: opening('main button[aria-expanded]:not([aria-haspopup])', 'dialog'),
    },
    {
      of: 'customer',
      name: 'payments: filters',
      address: '/billPayment/transactions',
      prepare: opening('main button[aria-expanded]:not([aria-haspopup])', 'dialog'),
    },
    {
      of: 'customer',
      name: 'bills that could not be loaded',
      address: '/billPayment/outstanding',
      prepare: failing('**/GetOutstandingBills/**'),
    },
    {
      of: 'customer',
      name: 'payments that could not be loaded',
      address: '/billPayment/transactions',
      prepare: failing('**/GetPaymentTransactions**'),
    },
    {
      of: 'staff',
      name: 'accepting a payment',
      address: payment,
      prepare: opening('aside button', 'alertdialog'),
    },
    {
      of: 'staff',
      name: 'declining a payment',
      address: payment,
      prepare: opening('aside button', 'dialog', 1),
    },
    {
      of: 'staff',
      name: 'amount received, accepted',
      address: payment,
      prepare: async (page) => {
        await page.locator('#paid').fill('1.00')
        await page.locator('#paid').blur()
      },
    },
    {
      of: 'staff',
      name: 'amount received, refused',
      address: payment,
      prepare: async (page) => {
        await page.locator('#paid').fill('1.005')
        await page.locator('#paid').blur()
        await expect(page.locator('#paid')).toHaveAttribute('aria-invalid', 'true')
      },
    },
    { of: 'staff', name: 'a payment that could not be loaded', address: payment, prepare: failing('**/GetAdminPaymentDetails**') },
  ]
}

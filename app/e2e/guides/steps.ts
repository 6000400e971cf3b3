/** The steps of the guides. They locate elements by addresses and attributes that are equal in both languages. */
import { expect, type Locator, type Page } from '@playwright/test'
import { bulkIds } from '../bills'
import { ask, people } from '../people'
import { settled } from '../screens'

export interface Step {
  /** Key of the step's text in `en.json` and `ms.json`. */
  id: string
  show: (page: Page) => Promise<void>
  /** For the film: how the step begins, if not as in the guide, and the elements that the pointer presses in order. */
  film?: { begin?: (page: Page) => Promise<void>; presses?: readonly ((page: Page) => Locator)[] }
}

export interface Guide {
  id: 'paying' | 'accounts' | 'staff'
  who: string
  steps: readonly Step[]
}

const at = (address: string) => async (page: Page) => {
  await page.goto(address)
  await settled(page)
}

async function tickThree(page: Page) {
  await page.goto('/billPayment/outstanding')
  await settled(page)
  for (const place of [0, 1, 2]) await boxes(page).nth(place).check()
  await expect(page.locator('[data-bar-actions] a').last()).toBeVisible()
}

async function toMethod(page: Page) {
  await tickThree(page)
  await page.locator('[data-bar-actions] a').last().click()
  await expect(page).toHaveURL(/\/pay\/method/)
  await settled(page)
}

const first = async <Row>(page: Page, path: string, data: object): Promise<Row> => {
  const { items } = await ask<{ items: Row[] }>(page, path, { ...data, recordCount: 1 })
  const [row] = items
  if (!row) throw new Error(`${path} has no row`)
  return row
}

const transactions = `/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${bulkIds.sinar}`

const aPayment = (filter: object) => async (page: Page) => {
  const { transactionNo } = await first<{ transactionNo: string }>(page, transactions, { filter })
  await at(`/billPayment/transactions/${transactionNo}`)(page)
}

async function waiting(page: Page) {
  const { transactionNo } = await first<{ transactionNo: string }>(page, '/payments-svc/api/v1/Admin/GetAdminPendingPayments', {})
  await at(`/admin/payments/${transactionNo}`)(page)
}

async function application(page: Page) {
  const { registrationId } = await first<{ registrationId: string }>(
    page,
    '/account-svc/api/v1/BulkRegistration/BulkUserRegistrationTable',
    {},
  )
  await at(`/admin/manageRegistrations/${registrationId}`)(page)
}

const boxes = (page: Page) => page.locator('[data-row] input:not([aria-disabled])')
/** Returns the first matching element for the pointer to press. */
const press = (selector: string) => (page: Page) => page.locator(selector).first()

export const guides: readonly [Guide, ...Guide[]] = [
  {
    id: 'paying',
    who: people.payer,
    steps: [
      { id: 'home', show: at('/home'), film: { presses: [press('main a[href$="due=pastDue"]')] } },
      {
        id: 'select',
        show: tickThree,
        film: {
          begin: at('/billPayment/outstanding'),
          presses: [
            ...[0, 1, 2].map((place) => (page: Page) => boxes(page).nth(place)),
            (page) => page.locator('[data-bar-actions] a').last(),
          ],
        },
      },
      { id: 'method', show: toMethod, film: { presses: [press('input[value=EFT_GIRO]'), press('input[value=FPX]')] } },
      { id: 'follow', show: at('/billPayment/transactions'), film: { presses: [press('[data-opener]')] } },
      { id: 'paid', show: aPayment({ statuses: [4] }), film: { presses: [press('main a[href$="/result"]')] } },
      { id: 'difference', show: aPayment({ statuses: [8] }), film: { presses: [press('main a[href$="/difference"]')] } },
      { id: 'history', show: at('/billPayment/history'), film: { presses: [press('main input[type=search]')] } },
      {
        id: 'statements',
        show: at('/billPayment/statements'),
        film: { presses: [(page) => page.locator('[data-tour=actions] button').last()] },
      },
    ],
  },
  {
    id: 'accounts',
    who: people.master,
    steps: [
      { id: 'accounts', show: at('/manageAccount') },
      { id: 'add', show: at('/manageAccount/add') },
      { id: 'groups', show: at('/manageAccount/groups') },
      { id: 'pending', show: at('/manageAccount/pending') },
      { id: 'users', show: at('/manageUsers') },
      { id: 'profile', show: at('/myProfile') },
    ],
  },
  {
    id: 'staff',
    who: people.pccr,
    steps: [
      { id: 'home', show: at('/admin') },
      { id: 'queue', show: at('/admin/payments/pending') },
      { id: 'decide', show: waiting },
      { id: 'matching', show: at('/admin/payments/statements') },
      { id: 'applications', show: at('/admin/manageRegistrations') },
      { id: 'review', show: application },
      { id: 'companies', show: at('/admin/bulkAccounts') },
      { id: 'view', show: at('/admin/bulkAccounts/customerView') },
    ],
  },
]

/** Details of use: the focus is never lost, leaving asks, rows begin near the top of a phone, and reasons are not cut off. */
import type { Page } from '@playwright/test'
import { rowOf } from './accounts'
import { bulkIds, lastMonths } from './bills'
import { dialog, escapeDialog } from './dialogs'
import { openInMenu } from './mainMenu'
import { fillFirstStep, newEmail, person } from './newcomers'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { act } from './team'
import { goTo, walkTo } from './walk'

interface Listed {
  items: { transactionNo: string; accountNo: string; status: number; groupName: string | null }[]
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement && activeElement !== document.body ? activeElement.tagName : 'nothing'
  })

/** Checks that an element has the focus when no request is pending. */
async function hasFocus(page: Page, where: string) {
  await quiet(page)
  await expect.poll(() => focused(page), { message: `the focus after ${where}` }).not.toBe('nothing')
}

test('the focus is never lost: dialogue, row, step, filter, notice', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/manageAccount/groups')
  await page.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog(page)).toBeVisible()
  await escapeDialog(page)
  await expect(dialog(page)).toHaveCount(0)
  await hasFocus(page, 'a dialogue that was closed')
  await expect(page.getByRole('button', { name: 'Create group' })).toBeFocused()

  // Create a group, which opens, and delete it, so that its page and its row disappear.
  const name = `Focus ${Date.now()}`
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Group name').fill(name)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(name)
  await hasFocus(page, 'a dialogue that led to another page')
  await goTo(page, '/manageAccount/groups')
  await act(page, name, 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete group' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await hasFocus(page, 'a row that is gone')

  await goTo(page, '/manageAccount')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await hasFocus(page, 'a panel that was applied')
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('Johor')
  const chip = page.getByRole('button', { name: /Johor/ })
  await chip.press('Enter')
  await expect(chip).toHaveCount(0)
  await hasFocus(page, 'a chip that was taken off')

  // The pointer rests where the dialogue was, on the offer to undo the group. Messages stay under the pointer.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await goTo(page, '/manageAccount/add')
  await page.getByLabel('Account number').first().fill('218700000011')
  await page.getByRole('button', { name: 'Remove row 1' }).press('Enter')
  await hasFocus(page, 'a typed row that was removed')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await hasFocus(page, 'a message whose button was pressed')
})

test('creating a group is undone, and its accounts return to their groups', async ({ as }) => {
  const page = await as(people.hospitals)
  const { items } = await ask<Listed>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.damai}`, { recordCount: 100 })
  const one = items.find(({ groupName }) => groupName === 'Clinics')?.accountNo ?? ''
  await page.goto('/manageAccount/groups')
  await page.getByRole('button', { name: 'Create group' }).click()
  await dialog(page).getByLabel('Group name').fill('Made by mistake')
  await dialog(page)
    .getByLabel(/^Account numbers/)
    .fill(one)
  await dialog(page).getByRole('button', { name: 'Create group' }).click()
  await expect(title(page)).toHaveText('Made by mistake')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/\/manageAccount\/groups$/)
  await expect(rowOf(page, 'Hospitals')).toHaveCount(1)
  await expect(rowOf(page, 'Made by mistake')).toHaveCount(0)
  await goTo(page, `/manageAccount?search=${one}`)
  await expect(rowOf(page, one)).toContainText('Clinics')
})

test('a pasted list is undone', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/manageAccount/add')
  const numbers = page.getByLabel('Account number')
  await numbers.first().fill('218700000011')
  await numbers.nth(1).evaluate((field, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, '218700000122\n218700000233\n218700000344\n')
  await expect(numbers).toHaveCount(4)
  await expect(numbers.nth(3)).toHaveValue('218700000344')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(numbers).toHaveCount(3)
  await expect(numbers.first()).toHaveValue('218700000011')
  await expect(numbers.nth(1)).toHaveValue('')
})

test('a closed notice about bills that were left out can be shown again', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto(`/billPayment/outstanding?show=all&batch=${lastMonths(4)},${lastMonths(5)}`)
  await page.locator('[data-row] input:not([aria-disabled])').first().check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: /^Select all [\d,]+ matching$/ }).click()
  const leftOut = page.getByText(/bills are selected\. \d+ were left out$/)
  await bar.getByRole('button', { name: 'Close' }).click()
  await expect(leftOut).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(leftOut).toBeVisible()
  await page.keyboard.press('Escape')
})

test('leaving with a typed amount of a reconciliation asks first', async ({ as }) => {
  const page = await as(people.pccr)
  const { items } = await ask<Listed>(page, '/payments-svc/api/v1/Admin/GetAdminPendingPayments', { recordCount: 20 })
  await page.goto(`/admin/payments/${items[0]?.transactionNo}`)
  const decision = page.getByRole('complementary', { name: 'Decision' })
  await decision.getByRole('textbox').fill('1.00')
  await openInMenu(page, 'Customers')
  await dialog(page).getByRole('button', { name: 'Stay' }).click()
  await expect(decision.getByRole('textbox')).toHaveValue('1.00')
  await openInMenu(page, 'Customers')
  await dialog(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(title(page)).toHaveText('Bulk accounts')
})

test('registration input is restored when the user returns, except the password', async ({ as }) => {
  const page = await as(null)
  const email = newEmail('left')
  await page.goto('/account/register')
  await fillFirstStep(page, email)
  await page.getByLabel('Full name').fill(person.name)
  await page.goBack()
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('link', { name: 'New here? Register' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('')
  await fillFirstStep(page)
  await expect(page.getByLabel('Full name')).toHaveValue(person.name)
  const dialogOpened = page.waitForEvent('dialog')
  const reloaded = page.reload().catch(() => null)
  const question = await dialogOpened
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
})

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Maximum offset of the first row in pixels, in a window of 740 px. */
const maxRowOffsets = [
  { path: '/billPayment/outstanding', most: 400 },
  { path: '/billPayment', most: 560 },
  { path: '/manageAccount', most: 440 },
  { path: '/manageAccount/groups', most: 400, first: /^(?!RM)/ },
  { path: '/manageUsers', most: 340, first: /^[A-Z][a-z]+ / },
  { path: '/billPayment/transactions', most: 340, first: /^RM/ },
]

test('on a phone rows begin near the top, names come first, and hidden content is indicated', async ({ as }) => {
  const page = await as(people.master, phone)
  let scrolling = 0
  for (const { path, most, first } of maxRowOffsets) {
    await walkTo(page, { name: path, address: path })
    await expect(page.locator('[data-row="0"]')).toBeVisible()
    if (first) await expect(page.locator('[data-row="0"]')).toHaveText(first)
    const { top, hidden, wide, unmarked } = await page.evaluate(() => {
      const strips = [...document.querySelectorAll('main nav ul, main [role="radiogroup"], main [role="toolbar"]')]
      const hides = strips.filter((strip) => strip.scrollWidth > strip.clientWidth + 1)
      return {
        top: document.querySelector('[data-row="0"]')?.getBoundingClientRect().top ?? 0,
        hidden: hides.length,
        wide: document.documentElement.scrollWidth - innerWidth,
        unmarked: hides.filter((strip) => getComputedStyle(strip).getPropertyValue('--fade-end') === '0px').length,
      }
    })
    scrolling += hidden
    expect(top, path).toBeLessThanOrEqual(most)
    expect({ path, wide, unmarked }).toEqual({ path, wide: 0, unmarked: 0 })
  }
  expect(scrolling, 'strips that scroll').toBeGreaterThan(3)

  // The filters and the order of payments are one press away.
  await page.getByRole('button', { name: 'Filters' }).tap()
  await page.getByRole('button', { name: /Any status/ }).tap()
  await page.getByRole('option', { name: 'Paid' }).tap()
  await page.getByRole('button', { name: 'Apply' }).tap()
  await expect(page).toHaveURL(/status=/)
  await page.getByRole('button', { name: 'Order and details' }).tap()
  await page.getByRole('combobox').selectOption('Amount')
  await expect(page).toHaveURL(/sort=/)
})

test('rows of one line show their whole reason', async ({ as }) => {
  const page = await as(people.payer, { viewport: { width: 1280, height: 720 } })
  const path = `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.sinar}`
  const { items } = await ask<{ items: { invoiceNo: string; currentCharge: string }[] }>(page, path, {
    filter: { payable: false },
    recordCount: 1000,
  })
  const final = items.find(({ currentCharge }) => Number(currentCharge) <= 0)
  await page.goto(`/billPayment/outstanding?show=rest&search=${final?.invoiceNo}`)
  const reason = page.getByText('The current charge is zero or negative, so this bill cannot be paid here.').first()
  await expect(reason).toBeInViewport()
  expect(await reason.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.setViewportSize({ width: 768, height: 800 })
  expect(await reason.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

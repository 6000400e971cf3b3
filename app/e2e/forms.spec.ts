/** Forms: errors stay visible until they are corrected, input is kept, dates have one format, and disabled buttons have reasons. */
import { bulkIds, choose, someOf } from './bills'
import { dialog } from './dialogs'
import { deliver } from './feed'
import { mainMenu } from './mainMenu'
import { chooseBank, enterNumbers, forThisTry, title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { act } from './team'
import { goTo } from './walk'

const summary = 'Please check what you entered'

test('errors are visible, named in the page title, and struck through as they are corrected', async ({ as }) => {
  const page = await as(people.payer, { viewport: { width: 1280, height: 600 } })
  const [bill] = await someOf(page, '2800010142', 1)
  if (!bill) throw new Error('no bill')
  await choose(page, [bill])
  await page.getByRole('link', { name: 'Review and pay' }).click()
  await page.getByRole('radio', { name: 'EFT GIRO' }).check()

  // The fields of a method are between this method and the next.
  const top = async (name: string) => (await page.getByRole('radio', { name }).boundingBox())?.y ?? 0
  const field = (await page.getByLabel('Reference number 1', { exact: true }).boundingBox())?.y ?? 0
  expect(field).toBeGreaterThan(await top('EFT GIRO'))
  expect(field).toBeLessThan(await top('EFT RENTAS'))

  const next = page.getByRole('button', { name: 'Continue to review' })
  await next.scrollIntoViewIfNeeded()
  await next.click()
  const alert = page.getByRole('alert', { name: summary })
  await expect(alert).toBeFocused()
  const [box, bar] = [await alert.boundingBox(), await page.getByRole('banner').boundingBox()]
  expect(box?.y, 'below the bar at the top').toBeGreaterThanOrEqual(bar?.height ?? 0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(600)
  await expect(page).toHaveTitle(/^Error: How do you want to pay\?/)

  // No element moves during the correction.
  const number = page.getByLabel('Reference number 1', { exact: true })
  await number.scrollIntoViewIfNeeded()
  await expect(alert.getByRole('link', { name: 'Enter the EFT reference number.' })).toBeVisible()
  const height = (await alert.boundingBox())?.height
  await enterNumbers(page, 'Reference', [[forThisTry('FORM0001')]])
  await expect(alert.getByRole('link', { name: 'Enter the EFT reference number.' })).toHaveCount(0)
  await expect(alert.locator('s')).toHaveText('Enter the EFT reference number.')
  expect((await alert.boundingBox())?.height).toBe(height)
  await chooseBank(page, 'Maybank2E')
  await expect(page.getByRole('alert', { name: 'All corrected' })).toBeVisible()
  await expect(page).toHaveTitle(/^How do you want to pay\?/)
  await next.click()
  await expect(title(page)).toHaveText('Review your payment')
})

test('errors are visible in a scrolling dialogue; leaving with changes asks, and the focus returns', async ({ as }) => {
  const page = await as(people.master, { viewport: { width: 1280, height: 420 } })
  await page.goto('/manageUsers')
  const open = page.getByRole('main').getByRole('button', { name: 'Add user' })
  await open.click()
  await dialog(page)
    .getByRole('button', { name: /^(Add|Invite|Send)/ })
    .last()
    .click()
  const alert = dialog(page).getByRole('alert', { name: summary })
  await expect(alert).toBeFocused()
  await expect(alert).toBeInViewport({ ratio: 1 })

  await dialog(page).getByLabel('E-mail address').fill('somebody@sinar.example')
  await page.keyboard.press('Escape')
  // The input is stored as a draft, so closing does not ask.
  await expect(dialog(page)).toHaveCount(0)
  await expect(open).toBeFocused()
  await open.click()
  await expect(dialog(page).getByLabel('E-mail address')).toHaveValue('somebody@sinar.example')
  // Cancel discards the draft.
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await open.click()
  await expect(dialog(page).getByLabel('E-mail address')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await goTo(page, '/manageAccount/groups')
  await act(page, 'East Coast', 'Rename')
  await dialog(page).getByLabel('Group name').fill('Half a name')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog(page).getByLabel('Group name')).toHaveValue('Half a name')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dialog(page).getByLabel('Group name')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Actions for East Coast' })).toBeFocused()
})

test('leaving a screen with unsaved changes asks first', async ({ as }) => {
  const page = await as(people.coldStores)
  await page.goto('/manageAccount/add?by=workbook')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByLabel('Account number, row 1').fill('2100')
  await page.getByLabel('Account number, row 1').press('Enter')
  const home = mainMenu(page).getByRole('link', { name: 'Home' })
  await home.click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/manageAccount\/add/)
  await expect(page.getByLabel('Account number, row 1')).toHaveValue('2100')
  await home.click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).not.toHaveURL(/\/manageAccount\/add/)
})

test('dates are typed in any common format or chosen from a calendar, and shown in one format', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/billPayment/transactions')
  const open = page.getByRole('button', { name: 'Filters' })
  const apply = page.getByRole('button', { name: 'Apply' })
  await open.click()
  const [from, to] = [page.getByRole('textbox', { name: 'From' }), page.getByRole('textbox', { name: 'To' })]
  await expect(page.locator('input[type=date]')).toHaveCount(0)
  for (const typed of ['5/11/2026', '05112026', '5 nov 26', '5.11.2026']) {
    await from.fill(typed)
    await from.press('Tab')
    await expect(from).toHaveValue('05 Nov 2026')
  }
  await to.fill('31/2/2026')
  await apply.click()
  await expect(to).toHaveAttribute('aria-invalid', 'true')
  await expect(page).not.toHaveURL(/to=/)
  await to.fill('1 Nov 2026')
  await apply.click()
  await expect(to).toHaveAccessibleDescription('The end date must not be before the start date.')
  const refused = page.getByRole('alert', { name: summary })
  await expect(refused).toBeFocused()
  await refused.getByRole('link', { name: 'The end date must not be before the start date.' }).click()
  await expect(to).toBeFocused()
  await expect(page).toHaveURL('/billPayment/transactions')
  await to.fill('')
  await apply.click()
  await expect(page).toHaveURL(/from=2026-11-05/)
  await open.click()

  // By keyboard, the calendar chooses the day one week after the day in the field.
  await from.fill('10/11/2026')
  await page.getByRole('button', { name: 'Choose a date: From' }).press('Enter')
  await expect(page.getByRole('application', { name: /From/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(from).toHaveValue('17 Nov 2026')

  // Days are those of Malaysia time, in any time zone of the browser.
  const now = await page.evaluate(() => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10))
  await page.getByRole('button', { name: 'Today' }).click()
  await apply.click()
  await expect(page).toHaveURL(new RegExp(`from=${now}&to=${now}`))
  await open.click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await apply.click()
  const begins = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)) - 2, 1)).toISOString().slice(0, 10)
  const ends = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)) - 1, 0)).toISOString().slice(0, 10)
  await expect(page).toHaveURL(new RegExp(`from=${begins}&to=${ends}`))
  await quiet(page)
})

test('a disabled button shows its reason, also on touch', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/manageAccount')
  const add = page.getByRole('button', { name: 'Add accounts' })
  const why = page.getByText('Your role does not allow this.', { exact: false })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(why.first()).toBeVisible()

  const phone = await as(people.viewer, { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true })
  await phone.goto('/manageAccount/groups')
  const create = phone.getByRole('button', { name: 'Create group' })
  const bubble = phone.getByRole('tooltip').filter({ hasText: 'Your role does not allow this.' })
  await expect(bubble).toBeHidden()
  await create.dispatchEvent('pointerenter')
  const box = await create.boundingBox()
  await phone.touchscreen.tap((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
  await expect(bubble).toBeVisible()
  await phone.touchscreen.tap(300, 700)
  await expect(bubble).toBeHidden()
})

test('no button shows a negative amount', async ({ as }) => {
  const page = await as(people.payer)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.sinar}`, {})
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await deliver('bills', [
    `598877000011,588877000011,${items[0]?.accountNo},2888770011,${day(-4)},${day(-5)},${day(20)},Monthly bill,actual,${day(-36)},${day(-6)},Low Voltage General,250.00,,100.00,-112.30,0.00,-12.30,,`,
  ])
  await page.goto('/billPayment/bills/598877000011')
  await expect(title(page)).toHaveText('Bill 598877000011')
  await expect(page.getByRole('button', { name: 'Pay this bill' })).toHaveAccessibleDescription(/./)
  await expect(page.getByRole('button', { name: /Pay.*RM/ })).toHaveCount(0)
})

/** On a slow network progress is shown, the layout does not jump, and repeated clicks pay once. */
import { lastMonths, someOf, totalOf } from './bills'
import { gate, holdBack } from './gate'
import { chooseBank, enterNumbers, forThisTry, goToMethod, payButton, review, title } from './pay'
import { ask, expect, people, test } from './people'

test('skeletons hold the place of rows until they load', async ({ as }) => {
  const page = await as(people.payer)
  const answer = await holdBack(page, '**/Bills/GetOutstandingBills/**')
  await page.goto('/billPayment/outstanding')
  const list = page
    .getByRole('main')
    .getByRole('region')
    .filter({ has: page.locator('[class*=skeleton i]') })
  await expect(list).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('row')).toHaveCount(0)
  answer()
  await expect(page.getByRole('region', { name: /\d bills can be paid$/ })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.locator('[class*=skeleton i]')).toHaveCount(0)
})

test('Home and a list are usable before the font and the overlays have loaded', async ({ as }) => {
  const page = await as(people.payer, { isFirstVisit: true })
  const answer = await holdBack(page, /\/assets\/(opened|fields|MenuPopover|ModalDialog|PanelPopover)-.*\.js$|\.woff2$/)
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText(/RM\s[\d,]+\.\d\d/)
  await page.goto('/billPayment/outstanding')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // A button pressed before its code has loaded opens afterwards, and returns the focus.
  const help = page.getByRole('button', { name: 'Help' })
  await help.press('Enter')
  await expect(page.getByRole('menu')).toHaveCount(0)
  answer()
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(help).toBeFocused()
})

test('a screen is usable with the files that its page names, in either language', async ({ as }) => {
  for (const locale of ['en-MY', 'ms-MY']) {
    const page = await as(people.master, { isFirstVisit: true, locale })
    const named = new Set<string>()
    await page.route('**/assets/**', async (route) => {
      // No other file arrives.
      if (named.has(new URL(route.request().url()).pathname)) await route.continue()
    })
    for (const address of ['/billPayment/outstanding', '/billPayment/transactions', '/manageAccount']) {
      const answer = await page.request.get(address)
      named.clear()
      for (const [, file = ''] of (await answer.text()).matchAll(/"(\/assets\/[^"]+)"/g)) named.add(file)
      await page.goto(address, { waitUntil: 'commit' })
      await expect(page.getByRole('row').nth(1), address).toBeVisible()
    }
  }
})

test('Ctrl-K pressed before the command menu has loaded opens it afterwards', async ({ as }) => {
  const page = await as(people.viewer)
  const answer = await holdBack(page, /\/assets\/(Commands|CommandMenu)-.*\.js$/)
  await page.goto('/home')
  await expect(page.getByRole('main')).toContainText(/RM\s[\d,]+\.\d\d/)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('button', { name: 'Search the portal' })).toHaveCount(0)
  answer()
  await expect(page.getByRole('dialog', { name: 'Search the portal' }).getByRole('searchbox')).toBeFocused()
})

test('a double click, or a click during the call, pays once', async ({ as }) => {
  const page = await as(people.payer)
  const bills = await someOf(page, lastMonths(3), 2)
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG100001')]])
  await review(page, bills)
  const { held, answer } = gate()
  let calls = 0
  await page.route('**/Payment/MakePayment', async (route) => {
    calls += 1
    await held
    await route.continue()
  })
  const pay = payButton(page, bills)
  await pay.dblclick()
  await expect(pay).toHaveAttribute('aria-disabled', 'true')
  await expect(pay).toContainText('Working')
  await pay.click({ force: true })
  await page.keyboard.press('Enter')
  answer()
  await expect(title(page)).toHaveText('Your payment was submitted')
  expect(calls).toBe(1)

  const invoiceNo = bills[0]?.invoiceNo ?? ''
  const { payments } = await page.request
    .get(`/billpayment-svc/api/v1/Bills/GetBillDetails/${invoiceNo}`, { headers: { 'X-Session': 'cookie' } })
    .then(async (found) => ((await found.json()) as { Data: { payments: unknown[] } }).Data)
  expect(payments).toHaveLength(1)
  expect(totalOf(bills)).toMatch(/^RM /)
  await ask(page, '/user-svc/api/v1/User/Logout')
})

/** Makes tasks that React posts wait for 300 ms once `delayTasks` is set, as in a busy browser. */
function delayTasksOnDemand() {
  const post = MessagePort.prototype.postMessage
  MessagePort.prototype.postMessage = function (message: unknown, options?: StructuredSerializeOptions | Transferable[]) {
    const send = () => post.call(this, message, options as StructuredSerializeOptions)
    if ('delayTasks' in window) setTimeout(send, 300)
    else send()
  }
}

test('words may arrive while React waits for its next task', async ({ as }) => {
  const page = await as(null)
  await page.addInitScript(delayTasksOnDemand)
  const answer = await holdBack(page, /\/assets\/VerifyPack-.*\.js$/)
  // Nothing else updates the page afterwards. An update would start the render again, with all words.
  const haveRulesLoaded = page.waitForResponse(/\/assets\/refusalWords-/)
  await page.goto('/verifyPack')
  await haveRulesLoaded
  await expect(page.getByText(/^Care line/)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { delayTasks: true }))
  answer()
  // `as` checks that nothing was thrown.
  await expect(page.getByText('No file chosen')).toBeVisible()
})

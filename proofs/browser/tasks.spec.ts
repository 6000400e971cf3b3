/**
 * Counts the steps of eight tasks, and adds up a model of the user's time for them. Needs a new demo (GRIDBILL_BENCH_PORTAL), the program
 * and its data folder (GRIDBILL_PROGRAM, GRIDBILL_DATA), because one task imports electricity accounts. `make tasks` sets all of them.
 *
 * The model: 1.3 s for a press, 0.28 s for a key, 0.5 s for the hand to move to the keyboard, 1.35 s for each new screen. The portal's own
 * waits are measured. A screen is anything new that the user has to read: a page, a dialogue, or an answer such as a refusal. A field that
 * has the focus costs no press; a field that Tab reaches within four keys costs those keys; any other field costs a press. Choosing a file
 * is one press. Steps of the utility's officer and of the bank's authoriser are counted only where the table's task names them.
 *
 * TASKS_HAND=keys does the same without a mouse: Tab reaches each control, the arrow keys reach radio buttons and the rows of a list, and
 * Enter or the space bar presses. TASKS_WIDTH is the width of the window, 390 for a phone. Each way needs a new demo.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { AuthenticatorApp } from '../../app/e2e/factors'
import { sectionLink as menu, tabLink } from '../../app/e2e/mainMenu'
import { declaration, workbook } from '../../app/e2e/workbook'

const root = join(import.meta.dirname, '../..')
const portal = process.env.GRIDBILL_BENCH_PORTAL ?? 'http://127.0.0.1:18090'
const program = resolve(root, process.env.GRIDBILL_PROGRAM ?? 'target/release/gridbill')
const data = resolve(root, process.env.GRIDBILL_DATA ?? 'target/tasks')
const password = 'Gridbill-demo1'
const newPassword = 'harimau malaya 7'
const cost = { press: 1.3, key: 0.28, move: 0.5, screen: 1.35 }
const isByKeys = process.env.TASKS_HAND === 'keys'
const width = Number(process.env.TASKS_WIDTH ?? 1280)
const viewport = { width, height: width < 700 ? 844 : 720 }
/** More stops than any page of the tasks has before a control. */
const mostTabs = 120

/** A user who presses, types and reads, on one page after another. */
class Hand {
  private presses = 0
  private keys = 0
  private fields = 0
  private screens = 0
  private moves = 0
  private waited = 0
  /** Presses that only put the focus into a field. */
  private intoFields = 0
  private isOnKeyboard = false
  page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Waits for something of a new screen. */
  async see(shown: Locator) {
    await this.wait(shown)
    this.screens += 1
  }

  async press(target: Locator) {
    await this.wait(target)
    this.presses += 1
    if (isByKeys) return this.pressByKeys(target)
    await target.click()
    this.isOnKeyboard = false
  }

  async chooseFile(input: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
    await input.setInputFiles(file)
    this.presses += 1
    this.isOnKeyboard = false
  }

  async key(...names: string[]) {
    this.reachKeyboard()
    for (const name of names) await this.page.keyboard.press(name)
    this.keys += names.length
  }

  async type(field: Locator, text: string) {
    await this.focus(field)
    await field.pressSequentially(text)
    this.reachKeyboard()
    this.keys += text.length
    this.fields += 1
  }

  /** Types a part of an option's name, and takes the first option that is left. */
  async typeAndChoose(field: Locator, text: string, option: string) {
    // An open list closes when the page scrolls.
    await field.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await this.type(field, text)
    const options = this.page.getByRole('option')
    await this.wait(options.filter({ hasText: option }))
    await expect(options).toHaveCount(1)
    await expect(field).toHaveAttribute('aria-activedescendant', /./)
    await this.key('Enter')
    await expect(field).toHaveValue(option)
  }

  /** Pastes with Ctrl+V, which is two keys. */
  async paste(field: Locator, text: string) {
    await this.focus(field)
    await field.fill(text)
    this.reachKeyboard()
    this.keys += 2
    this.fields += 1
  }

  /** Goes on in the window of another user, or in another tab. */
  goOn(page: Page) {
    this.page = page
  }

  async report(task: string) {
    const { presses, intoFields, fields, screens, keys, moves, waited } = this
    const seconds = presses * cost.press + keys * cost.key + moves * cost.move + screens * cost.screen + waited / 1000
    console.info(
      `tasks: ${task}: ${presses} presses (${intoFields} into a field), ${fields} fields, ${screens} screens, ${keys} keys, ` +
        `waits of ${(waited / 1000).toFixed(1)} s, modelled ${seconds.toFixed(1)} s`,
    )
  }

  private async wait(target: Locator) {
    const from = performance.now()
    await target.first().waitFor({ timeout: 30_000 })
    this.waited += performance.now() - from
  }

  private async pressByKeys(target: Locator) {
    const [kind, isChecked] = await target.evaluate((element) => [
      element instanceof HTMLInputElement ? element.type : element.getAttribute('role'),
      element instanceof HTMLInputElement && element.checked,
    ])
    for (let keys = 0; !(await isFocused(target)); keys++) {
      if (keys === mostTabs) throw new Error(`Tab does not reach ${target}`)
      await this.key(await nextKey(target))
    }
    // An arrow key has already chosen a radio button.
    if (kind === 'radio' && (isChecked || (await target.isChecked()))) return
    await this.key(kind === 'checkbox' || kind === 'radio' ? 'Space' : 'Enter')
  }

  private reachKeyboard() {
    if (!this.isOnKeyboard) this.moves += 1
    this.isOnKeyboard = true
  }

  private async focus(field: Locator) {
    await this.wait(field)
    for (let tabs = 0; tabs <= 4; tabs++) {
      if (await isFocused(field)) {
        this.keys += tabs
        return
      }
      if (tabs < 4) await this.page.keyboard.press('Tab')
    }
    await this.press(field)
    this.intoFields += 1
  }
}

const isFocused = (target: Locator) =>
  target.evaluate((element) => {
    const { activeElement } = document
    // The row of a list has the focus for its checkbox.
    return element === activeElement || (element.matches('[type=checkbox]') && element.closest('tr') === activeElement)
  })

/** Returns the key that brings the focus nearer to an element: an arrow within a group or a list, and otherwise Tab. */
const nextKey = (target: Locator) =>
  target.evaluate((element) => {
    const { activeElement } = document
    const [row, current] = [element.closest('tr[data-row]'), activeElement?.closest('tr[data-row]')]
    if (row && current && row !== current) return Number(row.getAttribute('data-row')) > Number(current.getAttribute('data-row')) ? 'ArrowDown' : 'ArrowUp'
    const group = element.closest('[role=radiogroup], fieldset, [role=listbox], [role=menu]')
    const isOption = element.matches('[type=radio], [role=radio], [role=option], [role=menuitem]')
    return isOption && group?.contains(activeElement) ? 'ArrowDown' : 'Tab'
  })

const title = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 1, name: text })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const linkTo = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

async function ask<T>(page: Page, path: string, body: object = {}): Promise<T> {
  const answer = await page.request.post(`${portal}${path}`, {
    data: body,
    headers: { 'X-Session': 'cookie', 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return ((await answer.json()) as { Data: T }).Data
}

/** Opens a window of its own, at the sign-in page. */
async function visitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-US', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(portal)
  await button(page, 'Sign in').waitFor()
  return page
}

/** Opens a window in which this user is signed in, at the home page. */
async function signedIn(browser: Browser, username: string): Promise<Page> {
  const page = await visitor(browser)
  const side = username.endsWith('@utility.example') ? 'Admin' : 'User'
  await ask(page, `/user-svc/api/v1/${side}/Login`, { username, password })
  await page.goto(portal)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  return page
}

let made = 0
/** Six digits that no earlier run has used. */
const unused = () => String(Date.now() + made++).slice(-6)
const newEmail = (who: string) => `${who}${Date.now().toString(36)}${made++}@baharu.example`

/** The demo's mailbox stands for the user's mail program: a list, and the opened mail. */
async function followMail(hand: Hand, browser: Browser, email: string) {
  const mail = await (await browser.newContext({ viewport })).newPage()
  await mail.goto(`${portal}/dev/mail`)
  const before = hand.page
  hand.goOn(mail)
  const letter = mail.getByRole('link').filter({ hasText: `To ${email}` })
  await hand.see(letter.first())
  await hand.press(letter.first())
  const address = mail.locator('p.text a').first()
  await hand.see(address)
  const href = (await address.getAttribute('href')) ?? ''
  await hand.press(address)
  await mail.context().close()
  hand.goOn(before)
  await before.goto(href)
}

test.setTimeout(300_000)
test.afterEach(async ({ browser }) => {
  for (const context of browser.contexts()) await context.close()
})

test('pay all overdue bills, by FPX with an authoriser', async ({ browser }) => {
  const page = await signedIn(browser, 'payer@sinar.example')
  const hand = new Hand(page)
  const today = page.getByRole('region', { name: 'To do today' })
  await hand.see(today)
  await hand.press(today.getByRole('button', { name: 'Review and pay' }))
  await hand.see(title(page, 'How do you want to pay?'))
  await hand.press(page.getByRole('radio', { name: 'FPX online banking' }))
  await hand.typeAndChoose(page.getByRole('combobox', { name: 'Bank that you pay from' }), 'SBI Bank A', 'SBI Bank A')
  await hand.press(button(page, 'Continue to review'))
  await hand.see(title(page, 'Review your payment'))
  await hand.press(button(page, /^Pay RM/))
  await hand.see(title(page, 'Sign in to pay'))
  await hand.press(button(page, 'Sign in'))
  await hand.see(title(page, 'Check and confirm the payment'))
  await hand.press(button(page, /^Confirm RM/))
  await hand.see(button(page, 'Return now'))
  await hand.press(button(page, 'Return now'))
  await hand.see(title(page, "Waiting for your company's authoriser"))
  const transactionNo = new URL(page.url()).pathname.split('/')[3] ?? ''
  const authoriser = await (await browser.newContext({ viewport })).newPage()
  await authoriser.goto(`${process.env.GRIDBILL_FPX_URL ?? 'http://localhost:18091'}/bank/authorizer`)
  hand.goOn(authoriser)
  const approve = button(authoriser, `Approve ${transactionNo}`)
  await hand.see(approve)
  await hand.press(approve)
  hand.goOn(page)
  // The page changes by itself, so this is no new screen.
  await expect(title(page, 'Paid')).toBeVisible({ timeout: 90_000 })
  await hand.report('pay all overdue bills, by FPX with an authoriser')
})

test('three bills by EFT, RM 10 too little, the difference', async ({ browser }) => {
  const page = await signedIn(browser, 'payer@sinar.example')
  const hand = new Hand(page)
  await hand.see(page.getByRole('region', { name: 'To do today' }))
  await hand.press(menu(page, 'Bills'))
  const ticks = page.getByRole('checkbox', { name: /^Select invoice/, disabled: false })
  await hand.see(ticks.first())
  for (const place of [0, 1, 2]) await hand.press(ticks.nth(place))
  await hand.press(linkTo(page, 'Review and pay'))
  await hand.see(title(page, 'How do you want to pay?'))
  await hand.press(page.getByRole('radio', { name: 'EFT GIRO' }))
  await hand.typeAndChoose(page.getByRole('combobox', { name: 'Bank that you pay from' }), 'Maybank2E', 'Maybank2E')
  await hand.type(page.getByLabel('Reference number 1', { exact: true }), `IBG${unused()}`)
  await hand.press(button(page, 'Continue to review'))
  await hand.see(title(page, 'Review your payment'))
  const pay = button(page, /^Pay RM/)
  const sen = BigInt(((await pay.textContent()) ?? '').replace(/\D/g, ''))
  await hand.press(pay)
  await hand.see(title(page, 'Your payment was submitted'))
  await settleForLess(browser, new URL(page.url()).pathname.split('/')[3] ?? '', sen - 1000n)
  const missing = page.getByRole('link', { name: /^Pay the missing RM/ }).first()
  await missing.waitFor({ timeout: 30_000 })
  await hand.see(title(page, 'You paid too little'))
  await hand.press(missing)
  await hand.see(title(page, 'Pay the difference'))
  await hand.press(page.getByRole('radio', { name: 'EFT GIRO' }))
  await hand.typeAndChoose(page.getByRole('combobox', { name: 'Bank that you paid from' }), 'Maybank2E', 'Maybank2E')
  await hand.type(page.getByLabel('EFT number'), `IBG${unused()}`)
  await hand.press(button(page, 'Review and send'))
  const send = button(page, /^Send the payment of RM/)
  await hand.see(send)
  await hand.press(send)
  await hand.see(page.getByText('The difference was submitted for approval'))
  await hand.report('three bills by EFT, RM 10 too little, the difference')
})

/** Reports the amount received, as the utility's officer does on the page of the payment. */
async function settleForLess(browser: Browser, transactionNo: string, received: bigint) {
  const officer = await signedIn(browser, 'pccr@utility.example')
  await officer.goto(`${portal}/admin/payments/${transactionNo}`)
  const digits = String(received)
  await officer.getByLabel('Amount received').fill(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
  const ask = officer.getByRole('button', { name: 'Ask for RM 10.00' })
  await ask.click()
  await dialog(officer).getByRole('button', { name: 'Ask for RM 10.00' }).click()
  await expect(dialog(officer)).toBeHidden()
  await officer.context().close()
}

test('invite a colleague', async ({ browser }) => {
  const page = await signedIn(browser, 'master@sinar.example')
  const hand = new Hand(page)
  await hand.see(page.getByRole('region', { name: 'To do today' }))
  await hand.press(menu(page, 'Settings'))
  await hand.see(page.getByRole('region', { name: /users?$/ }))
  await hand.press(page.getByRole('main').getByRole('button', { name: 'Add user' }))
  await hand.see(dialog(page))
  const email = newEmail('rani')
  await hand.type(page.getByLabel('E-mail address'), email)
  await hand.type(page.getByLabel('Nickname'), 'Rani')
  // The second checkbox of three.
  await hand.key('Tab', 'Tab', 'Space')
  await expect(page.getByRole('checkbox', { name: 'Make payments' })).toBeChecked()
  await hand.press(button(page, 'Send invitation'))
  await hand.see(page.locator('[data-row]').filter({ hasText: email }))
  await hand.report('invite a colleague')
})

test('register, and a bulk account with a workbook of 50', async ({ browser }) => {
  const accounts = Array.from({ length: 50 }, (_, place) => `2187654${String(place).padStart(5, '0')}`)
  importAccounts(accounts)
  const page = await visitor(browser)
  const hand = new Hand(page)
  const email = newEmail('aisyah')
  await hand.see(button(page, 'Sign in'))
  await hand.press(linkTo(page, 'New here? Register'))
  await hand.see(title(page, 'Register'))
  await hand.type(page.getByLabel('E-mail address'), email)
  await hand.type(page.getByLabel('New password', { exact: true }), newPassword)
  await hand.type(page.getByLabel('New password again'), newPassword)
  await hand.press(button(page, 'Continue'))
  await hand.see(page.getByLabel('Full name'))
  await hand.type(page.getByLabel('Full name'), 'Nur Aisyah')
  await hand.press(page.getByRole('radio', { name: 'IC/MyKad' }))
  await hand.type(page.getByLabel('IC/MyKad number'), '900131145678')
  await hand.type(page.getByLabel('Mobile number'), '123456789')
  await hand.press(page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }))
  await hand.press(button(page, 'Review and register'))
  await hand.see(dialog(page))
  await hand.press(dialog(page).getByRole('button', { name: 'Register' }))
  await hand.see(page.getByText(`We sent a link to ${email}.`))
  await followMail(hand, browser, email)
  await hand.see(title(page, 'Activate your account'))
  await hand.press(button(page, 'Activate my account'))
  await hand.see(page.getByText('Your account is active. Please sign in.'))
  await hand.type(page.getByLabel('Password', { exact: true }), newPassword)
  await hand.press(button(page, 'Sign in'))
  await hand.see(linkTo(page, 'Register a bulk account'))
  await hand.press(linkTo(page, 'Register a bulk account'))
  const step = (name: string) => page.getByRole('heading', { level: 2, name })
  await hand.see(step('Who is registering?'))
  await hand.press(page.getByRole('radio', { name: 'Organisation' }))
  await hand.press(button(page, 'Continue'))
  await hand.see(step('Your company'))
  // A company that is not in the records: nothing is filled in.
  await hand.type(page.getByLabel('Company registration number'), `2026${String(Date.now()).slice(-8)}`)
  await hand.type(page.getByLabel('Company name'), 'Suria Sdn Bhd')
  await hand.type(page.getByLabel('Landline'), '355112233')
  await hand.press(button(page, 'Continue'))
  await hand.see(step('Mailing address'))
  await hand.type(page.getByLabel('Street'), 'Jalan Perusahaan')
  await hand.type(page.getByLabel('Postal code'), '40000')
  await hand.type(page.getByLabel('City'), 'Shah Alam')
  await hand.press(page.getByRole('button', { name: /State/ }))
  await hand.press(page.getByRole('option', { name: 'Selangor' }))
  await hand.press(button(page, 'Continue'))
  await hand.see(step('Contacts'))
  const [first, second] = [page.getByRole('group', { name: 'Primary contact' }), page.getByRole('group', { name: 'Secondary contact' })]
  await hand.press(first.getByRole('button', { name: /^Fill in my own details/ }))
  await hand.type(first.getByLabel('Job title'), 'Manager')
  await hand.type(first.getByLabel('Department'), 'Finance')
  await hand.type(second.getByLabel('Full name'), 'Hafiz Omar')
  await hand.type(second.getByLabel('Job title'), 'Executive')
  await hand.type(second.getByLabel('Department'), 'Facilities')
  await hand.type(second.getByLabel('E-mail address'), 'hafiz@suria.example')
  await hand.type(second.getByLabel('Mobile number'), '198765432')
  await hand.press(button(page, 'Continue'))
  await hand.see(step('Signed declaration'))
  await hand.chooseFile(page.getByLabel(/^Choose the declaration/), { name: 'Signed.pdf', mimeType: 'application/pdf', buffer: declaration('a plain pdf') })
  await hand.see(page.getByText('Signed.pdf', { exact: true }))
  await hand.press(button(page, 'Continue'))
  await hand.see(step('Electricity accounts'))
  await hand.press(page.getByRole('link', { name: /^Workbook/ }))
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const buffer = workbook(accounts.map((account, place) => [account, `Kilang ${place + 1}`]))
  await hand.chooseFile(page.getByLabel(/^Choose a workbook/), { name: 'Accounts.xlsx', mimeType, buffer })
  await hand.see(page.getByText('50 accounts to add'))
  await hand.press(button(page, 'Continue'))
  await hand.see(step('Review your application'))
  await hand.press(button(page, 'Submit the application'))
  await hand.see(page.getByRole('main').getByText('Pending Approval', { exact: true }))
  await hand.report('register, and a bulk account with a workbook of 50')
})

/** Imports accounts into the utility's records, without a customer. */
function importAccounts(accounts: readonly string[]) {
  const file = join(mkdtempSync(join(tmpdir(), 'gridbill-tasks-')), 'accounts.csv')
  const head = 'accountNo,registrationNo,companyName,premisesAddress,city,postalCode,state,sector,tariff,status'
  const lines = accounts.map(
    (account) => `${account},201901000001,Teguh Baharu Sdn Bhd,Jalan Ujian,Shah Alam,40000,Selangor,Commercial,Low Voltage General,active`,
  )
  writeFileSync(file, [head, ...lines, ''].join('\n'))
  const { DATABASE_URL: _, ...env } = process.env
  execFileSync(program, ['import', 'accounts', file], { cwd: root, env: { ...env, GRIDBILL_DATA: data } })
}

test('group 50 accounts, pay their bills', async ({ browser }) => {
  const page = await signedIn(browser, 'master@sinar.example')
  const profile = await page.request.get(`${portal}/user-svc/api/v1/User/GetUserProfile`, { headers: { 'X-Session': 'cookie' } })
  const { bulkId } = ((await profile.json()) as { Data: { bulkId: string } }).Data
  const { items } = await ask<{ items: { accountNo: string; amountPayable: string }[] }>(
    page,
    `/portal/api/v1/Accounts/GetAccounts/${bulkId}`,
    { recordCount: 500 },
  )
  const numbers = items.filter(({ amountPayable }) => Number(amountPayable) > 0).map(({ accountNo }) => accountNo)
  expect(numbers.length).toBeGreaterThanOrEqual(50)
  const group = `Kilang ${unused()}`
  const hand = new Hand(page)
  await hand.see(page.getByRole('region', { name: 'To do today' }))
  await hand.press(menu(page, 'Accounts'))
  await hand.see(page.getByRole('searchbox', { name: 'Search accounts' }))
  await hand.paste(page.getByRole('searchbox', { name: 'Search accounts' }), numbers.slice(0, 50).join('\n'))
  await hand.see(page.getByRole('region', { name: '50 matching accounts' }))
  await hand.press(page.getByRole('checkbox', { name: 'Select all shown' }))
  await hand.press(button(page, 'Assign to a group'))
  await hand.see(dialog(page))
  await hand.press(dialog(page).getByRole('radio', { name: 'New group' }))
  await hand.type(dialog(page).getByLabel('Group name'), group)
  await hand.press(dialog(page).getByRole('button', { name: 'Assign' }))
  await hand.see(page.getByText(`50 accounts are now in ${group}`))
  await hand.press(linkTo(page, /^Groups/))
  const row = page.getByRole('row').filter({ hasText: group })
  await hand.see(row)
  await hand.press(row.getByRole('link', { name: group, exact: true }))
  await hand.see(title(page, group))
  await hand.press(button(page, 'Pay bills'))
  await hand.see(linkTo(page, 'Review and pay'))
  await hand.press(linkTo(page, 'Review and pay'))
  await hand.see(title(page, 'How do you want to pay?'))
  await hand.press(page.getByRole('radio', { name: 'EFT RENTAS' }))
  await hand.typeAndChoose(page.getByRole('combobox', { name: 'Bank that you pay from' }), 'Maybank2E', 'Maybank2E')
  await hand.type(page.getByLabel('Reference number 1', { exact: true }), `IBG${unused()}`)
  await hand.press(button(page, 'Continue to review'))
  await hand.see(title(page, 'Review your payment'))
  await hand.press(button(page, /^Pay RM/))
  await hand.see(title(page, 'Your payment was submitted'))
  await hand.report('group 50 accounts, pay their bills')
})

const rowLink = (page: Page, name: string | RegExp) => page.getByRole('main').locator('[data-row]').getByRole('link', { name }).first()
const todo = (page: Page) => page.getByRole('region', { name: 'To do today' })

test('ask the utility about a finding, and read the answer', async ({ browser }) => {
  const page = await signedIn(browser, 'payer@sinar.example')
  const hand = new Hand(page)
  await hand.see(todo(page))
  const findings = page.getByRole('link', { name: /^Findings on bills/ })
  await hand.see(findings)
  await hand.press(findings)
  await hand.see(title(page, 'Findings'))
  await hand.press(page.getByRole('main').locator('[data-row="0"]').getByRole('link').first())
  const ask = button(page, 'Ask the utility').or(linkTo(page, 'Ask the utility')).first()
  await hand.see(ask)
  await hand.press(ask)
  await hand.see(dialog(page))
  await hand.press(dialog(page).getByRole('button', { name: 'Send query' }))
  const query = page.getByRole('region', { name: /^Query: / }).first()
  await hand.see(query)
  const invoiceNo = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  const officer = await signedIn(browser, 'pccr@utility.example')
  hand.goOn(officer)
  const toAnswer = officer.getByRole('link', { name: /^Queries to answer/ })
  await hand.see(toAnswer)
  await hand.press(toAnswer)
  await hand.see(title(officer, 'Queries'))
  await hand.press(rowLink(officer, new RegExp(invoiceNo)))
  await hand.type(officer.getByLabel('Your answer'), 'We read the meter again.')
  await hand.press(button(officer, 'Send answer'))
  await hand.see(officer.getByText('Answer sent', { exact: true }).or(officer.getByText('We read the meter again.')).first())

  hand.goOn(page)
  const accept = query.getByRole('button', { name: 'Accept the answer' })
  await hand.see(accept)
  await hand.press(accept)
  await hand.see(dialog(page))
  await hand.press(dialog(page).getByRole('button', { name: 'Accept the answer' }))
  await expect(query).toContainText('Accepted')
  await hand.report('ask the utility about a finding, and read the answer')
})

test('locked out after five attempts, back in', async ({ browser }) => {
  const page = await visitor(browser)
  const email = 'viewer@sinar.example'
  const hand = new Hand(page)
  const [address, secret] = [page.getByLabel('E-mail address'), page.getByLabel('Password', { exact: true })]
  await hand.see(button(page, 'Sign in'))
  await hand.type(address, email)
  for (const attempt of [1, 2, 3, 4, 5]) {
    await hand.type(secret, `not-the-password-${attempt}`)
    await hand.press(button(page, 'Sign in'))
    await hand.see(page.getByRole('alert').getByText(attempt < 5 ? `Attempt ${attempt} of 5` : 'Your account is locked'))
  }
  await hand.press(linkTo(page, 'Reset your password'))
  await hand.see(title(page, 'Forgot your password?'))
  await hand.type(address, email)
  await hand.press(button(page, 'Send the link'))
  await hand.see(page.getByText(`We sent a link to ${email}.`))
  await followMail(hand, browser, email)
  await hand.see(title(page, 'Set a new password'))
  await hand.type(page.getByLabel('New password', { exact: true }), newPassword)
  await hand.type(page.getByLabel('New password again'), newPassword)
  await hand.press(button(page, 'Set the new password'))
  await hand.see(page.getByText('Your new password is set. Please sign in with it.'))
  if ((await address.inputValue()) !== email) await hand.type(address, email)
  await hand.type(secret, newPassword)
  await hand.press(button(page, 'Sign in'))
  await hand.see(menu(page, 'Home'))
  await hand.report('locked out after five attempts, back in')
})

/** The authenticator app of the demo's user who releases payments. Its secret is in the demo's first lines. */
const releasersApp = new AuthenticatorApp('M5ZGSZDCNFWGYIDEMVWW6IDTMVRXEZLU')

// The last task, because the company's payments need approval afterwards.
test('set an approval policy; a pay run', async ({ browser }) => {
  const master = await signedIn(browser, 'master@sinar.example')
  const policy = new Hand(master)
  await policy.see(todo(master))
  await policy.press(menu(master, 'Payments'))
  await policy.see(title(master, 'Payments'))
  await policy.press(tabLink(master, 'Payments', 'Approvals'))
  await policy.see(title(master, 'Approvals'))
  await policy.press(linkTo(master, 'Set up approval'))
  await policy.see(title(master, 'Approval policy'))
  await policy.press(button(master, 'Set up approval'))
  await policy.see(title(master, 'Change the approval policy'))
  await policy.press(button(master, /^.*Add an approver$/))
  await policy.press(master.getByRole('option', { name: /^Farah/ }))
  await policy.press(button(master, 'Save policy'))
  await policy.see(master.getByText('The policy is in force'))
  await policy.report('set an approval policy')

  const page = await signedIn(browser, 'payer@sinar.example')
  const hand = new Hand(page)
  await hand.see(todo(page))
  await hand.press(menu(page, 'Bills'))
  await hand.see(page.getByRole('checkbox', { name: /^Select invoice/, disabled: false }).first())
  await hand.press(page.getByRole('checkbox', { name: 'Select all shown' }))
  const leaveOut = page.getByRole('button', { name: /^Leave (it|them) out$/ })
  const go = linkTo(page, 'Review and pay')
  await hand.see(go)
  if (await leaveOut.isVisible()) await hand.press(leaveOut)
  await hand.press(go)
  await hand.see(title(page, 'Review your payment'))
  await hand.press(button(page, /^Send RM .* for approval$/))
  await hand.see(title(page, /^Proposal A/))

  hand.goOn(master)
  await hand.press(menu(master, 'Home'))
  const toApprove = master.getByRole('link', { name: /^Payments awaiting your approval/ })
  await hand.see(toApprove)
  await hand.press(toApprove)
  await hand.see(title(master, 'Approvals'))
  await hand.press(rowLink(master, /^A\d/))
  const approve = button(master, /^Approve RM/)
  await hand.see(approve)
  await hand.press(approve.first())
  await hand.see(dialog(master))
  await hand.press(dialog(master).getByRole('button', { name: /^Approve RM/ }))
  await hand.see(master.getByText('Approved. The payment can be released.', { exact: true }))

  const releaser = await visitor(browser)
  await releaser.getByLabel('E-mail address').fill('accounts.payable@sinar.example')
  await releaser.getByLabel('Password', { exact: true }).fill(password)
  await button(releaser, 'Sign in').click()
  await releaser.getByLabel('Code of the authenticator app').fill(await releasersApp.code())
  await releaser.keyboard.press('Enter')
  hand.goOn(releaser)
  const toRelease = releaser.getByRole('link', { name: /^Approved payments to release/ })
  await hand.see(toRelease)
  await hand.press(toRelease)
  await hand.see(title(releaser, 'Approvals'))
  await hand.press(rowLink(releaser, /^A\d/))
  const release = linkTo(releaser, 'Release the payment')
  await hand.see(release)
  await hand.press(release.first())
  await hand.see(title(releaser, 'Release the payment'))
  await hand.press(releaser.getByRole('radio', { name: 'EFT GIRO' }))
  await hand.typeAndChoose(releaser.getByRole('combobox', { name: 'Bank that you pay from' }), 'Maybank2E', 'Maybank2E')
  await hand.type(releaser.getByLabel('Reference number 1', { exact: true }), `IBG${unused()}`)
  await hand.press(button(releaser, /^Pay RM/))
  await hand.see(title(releaser, 'Your payment was submitted'))
  await hand.report('a pay run: proposed, approved, released')
})

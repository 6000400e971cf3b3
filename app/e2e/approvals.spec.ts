/** Approval within a company: the policy, a proposal, its approval on a phone, its release, a changed bill, FPX, and delegation. */
import type { Locator, Page } from '@playwright/test'
import { findings } from './axe'
import { bank, confirmAtBank, leaveForBank } from './bank'
import { bulkIds, choose, type Payable, payable, totalOf } from './bills'
import { dialog, escapeDialog, expectFocusIn } from './dialogs'
import { addApp, refuseOnce } from './factors'
import { deliverBills } from './feed'
import { linkFor, newEmail, ownPassword, person } from './newcomers'
import { chooseBank, enterNumbers, fact, forThisTry, title, transactionNo } from './pay'
import { ask, askOnce, expect, people, quiet, test } from './people'
import { goTo } from './walk'

const phone = { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true }
const names = { proposer: 'Farah binti Idris', approver: 'Gopal a/l Nair' }

/** Invites a user who may make payments, and signs that user in. */
async function join(page: Page, master: Page, who: keyof typeof names): Promise<string> {
  const email = newEmail(who)
  await ask(master, '/user-svc/api/v1/User/AddBulkUser', { email, nickname: '', permissions: ['makePayments'] })
  const invitationToken = (await linkFor(page, email)).split('#')[1]
  await ask(page, '/user-svc/api/v1/User/Register', { email, password: ownPassword, ...person, name: names[who], invitationToken })
  await ask(page, '/user-svc/api/v1/User/Login', { username: email, password: ownPassword })
  return email
}

/** Opens the options of a select, and chooses one. */
async function pick(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** A past day is not sent. The notice about a note that the server refuses leads to it, and goes once the note is corrected. */
async function expectRefused(page: Page, day: Locator, send: Locator) {
  await day.fill('05/11/2020')
  await send.click()
  await expect(day).toBeFocused()
  await expect(day).toHaveAttribute('aria-invalid', 'true')
  await expect(send).toBeEnabled()
  await day.fill('')

  const note = page.getByLabel('Note to the approvers')
  const before = await note.inputValue()
  await note.fill('x'.repeat(501))
  await send.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Nothing was sent' })
  await expect(refusal).toContainText('500')
  await refusal.getByRole('link').click()
  await expect(note).toBeFocused()
  await expect(note).toHaveAttribute('aria-invalid', 'true')
  await note.fill(before)
  await expect(refusal).toHaveCount(0)
  await expect(note).not.toHaveAttribute('aria-invalid', 'true')
}

/** Proposes a payment of the bills. If `releaseOn` is a Sunday, the release is on the Friday before. Returns the proposal's number. */
async function propose(page: Page, bills: readonly Payable[], note: string, releaseOn = ''): Promise<string> {
  await choose(page, bills)
  await page.getByRole('link', { name: 'Review and pay' }).click()
  // The method is chosen when the payment is released.
  await expect(page).toHaveURL('/billPayment/pay/review')
  await expect(page.getByText('This payment needs approval')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay RM/ })).toHaveCount(0)
  await expect(fact(page, 'Total payable')).toHaveText(totalOf(bills))
  await page.getByLabel('Note to the approvers').fill(note)
  await page.reload()
  await expect(page.getByLabel('Note to the approvers'), 'the note is stored').toHaveValue(note)
  const send = page.getByRole('button', { name: `Send ${totalOf(bills)} for approval` })
  if (releaseOn) {
    const day = page.getByRole('textbox', { name: /^Release on/ })
    await expectRefused(page, day, send)
    await day.fill(releaseOn)
    await expect(page.getByText(/^This is not a working day\. The day of release is /)).toBeVisible()
    // Tab moves from the day to its calendar and to the button. Escape closes the calendar, and the focus returns.
    const calendar = page.getByRole('button', { name: /^Choose a date: Release on/ })
    await page.keyboard.press('Tab')
    await expect(calendar).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectFocusIn(page, 'dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(calendar).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(send).toBeFocused()
    expect(await findings(page)).toEqual([])
  }
  await send.click()
  await expect(title(page)).toHaveText(/^Proposal A\d{13}$/)
  return new URL(page.url()).pathname.split('/')[3] ?? ''
}

/** Proposes a payment of the bills by a call. Returns the proposal's number. */
async function proposeByCall(page: Page, bills: readonly Payable[], note: string): Promise<string> {
  const { proposalId } = await askOnce<{ proposalId: string }>(page, `/portal/api/v1/Proposals/Create/${bulkIds.damai}`, {
    invoiceNos: bills.map(({ invoiceNo }) => invoiceNo),
    totalAmount: totalOf(bills).slice(3).replaceAll(',', ''),
    note,
  })
  return proposalId
}

/** Adds and removes each part of the policy by keyboard. The focus moves to a new part and is never lost. */
async function editByKeyboard(page: Page) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  const expectFocusOnPage = () =>
    expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') != null), 'the focus is on the page').toBe(true)
  await press('Add a step')
  const approver = page.getByRole('button', { name: /Add an approver/ }).nth(1)
  await expect(approver).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(approver).toBeFocused()
  await press('Remove step 2')
  await expect(approver).toHaveCount(0)
  await expectFocusOnPage()
  await press('Add a rule')
  await expect(page.getByRole('button', { name: /Applies to/ }).nth(1)).toBeFocused()
  await press('Remove rule 2')
  await expectFocusOnPage()
  await press('Add a group')
  await expect(page.getByLabel('Name of the group')).toBeFocused()
  await press('Remove this group')
  await expectFocusOnPage()
}

/** The Master and the approver, while the policy of the journey is in force. */
let deciders: { master: Page; approver: Page } | undefined

/** Ends the policy if the journey failed, so that it can be repeated and other journeys can pay. */
test.afterEach(async () => {
  if (!deciders) return
  const { master, approver } = deciders
  deciders = undefined
  const read = async () => {
    const answer = await master.request.get(`/portal/api/v1/Approvals/Policy/${bulkIds.damai}`, { headers: { 'X-Session': 'cookie' } })
    return (await answer.json()).Data as { isOn: boolean; version: number; pending: { version: number } | null }
  }
  const { isOn, version, pending } = await read()
  if (!isOn) return
  if (!pending) await ask(master, `/portal/api/v1/Approvals/SetPolicy/${bulkIds.damai}`, { policy: { layers: [] }, version })
  const ending = (await read()).pending?.version
  await ask(approver, `/portal/api/v1/Approvals/DecidePolicy/${bulkIds.damai}`, { version: ending, isConfirmed: true })
})

const stages = (page: Page) => page.getByRole('list', { name: 'Stages of the payment' })
/** The stage of the payment that is under way. */
const stage = (page: Page) => stages(page).locator('[aria-current=step]')

test('a policy, a proposal, its approval on a phone, its release, and a bill that changed', async ({ as }) => {
  test.slow()
  const [master, proposer, approver] = [await as(people.hospitals), await as(null), await as(null, phone)]
  await join(proposer, master, 'proposer')
  await join(approver, master, 'approver')
  deciders = { master, approver }

  // The Master sets the first policy, which is in force immediately.
  await master.goto('/billPayment/proposals')
  await master.getByRole('link', { name: 'Set up approval' }).click()
  await master.getByRole('button', { name: 'Set up approval' }).click()
  await expect(title(master)).toHaveText('Change the approval policy')
  await editByKeyboard(master)
  await master.getByRole('button', { name: 'Save policy' }).click()
  await expect(master.getByRole('alert').getByRole('link', { name: 'Choose at least one person.' })).toBeVisible()
  await pick(master, 'Add an approver', names.approver)
  const means = master.getByRole('region', { name: 'What this policy means' })
  await expect(means).toContainText(`Every payment needs ${names.approver}.`)
  await master.getByLabel('Payment total of at least').fill('100')
  await expect(means).toContainText(/A payment of RM.100\.00 or more needs Gopal a\/l Nair\./)
  await master.getByRole('button', { name: 'Save policy' }).click()
  await expect(master.getByText('The policy is in force')).toBeVisible()
  await expect(master.getByRole('region', { name: 'Policy in force' })).toContainText(/RM.100\.00 or more needs Gopal/)

  // The policy names who pays and has no second factor, and the Master can ask them.
  await expect(master.getByText(/^\d of \d people who pay have no two-factor authentication$/)).toBeVisible()
  await master.getByRole('button', { name: 'Ask them' }).click()
  await expect(dialog(master).getByRole('list', { name: 'Colleagues to ask' })).toContainText(names.approver)
  expect(await findings(master)).toEqual([])
  await escapeDialog(master)
  // A member who pays sees the step on Home, too.
  await proposer.goto('/home')
  const asked = proposer.getByRole('region', { name: 'Set up' }).getByRole('listitem')
  await expect(asked).toHaveText(/Two-factor authentication is off for you.*you cannot release them/)
  await asked.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  await expect(dialog(proposer).getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  await escapeDialog(proposer)

  // A member proposes, and cannot approve their own proposal.
  const bills = (await payable(proposer, {}, 'damai')).filter(({ amount }) => Number(amount) >= 100).slice(0, 4)
  expect(bills).toHaveLength(4)
  const total = totalOf(bills)
  const proposalId = await propose(proposer, bills, 'November, hospitals in the north')
  await expect(stage(proposer)).toHaveText(/Approval/)
  await expect(proposer.getByRole('complementary', { name: 'Decision' })).toContainText('You cannot approve what you proposed.')
  await expect(proposer.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  expect(await findings(proposer)).toEqual([])
  const refused = await proposer.request.post('/billpayment-svc/api/v1/Payment/MakePayment', {
    data: {
      bulkId: bulkIds.damai,
      invoiceNos: bills.map(({ invoiceNo }) => invoiceNo),
      paymentMethod: 'CHEQUE',
      bankId: 'RHB0218',
      referenceNumbers: [],
      totalAmount: '0.00',
    },
    headers: { 'X-Session': 'cookie', 'Idempotency-Key': crypto.randomUUID() },
  })
  expect(refused.ok()).toBe(false)

  // The approver decides on a phone, three taps after Home.
  await approver.goto('/home')
  const line = approver.getByRole('link', { name: /Payments awaiting your approval 1 proposal/ })
  await expect(line).toBeVisible()
  await goTo(approver, `/billPayment/proposals/${proposalId}`)
  await expect(approver.getByText('November, hospitals in the north').first()).toBeVisible()
  await expect(approver.getByRole('list', { name: 'Largest bills' }).getByRole('listitem')).toHaveCount(3)
  await expect(approver.getByText(total, { exact: true }).first()).toBeInViewport()
  await quiet(approver)
  expect(await findings(approver)).toEqual([])
  expect(await approver.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await approver.getByRole('button', { name: `Approve ${total}` }).tap()
  await dialog(approver)
    .getByRole('button', { name: `Approve ${total}` })
    .tap()
  await expect(approver.getByText('Approved. The payment can be released.', { exact: true })).toBeVisible()
  await expect(approver.getByRole('list', { name: 'History' })).toContainText(`Approved in step 1 of 1${names.approver}`)

  // The proposer's page has updated. Without a second factor it says so instead of Release, and so does the form, which stays filled.
  await expect(stage(proposer)).toHaveText(/Ready/)
  const setUp = proposer.getByRole('button', { name: 'Set up two-factor authentication' })
  await expect(setUp).toBeVisible()
  await expect(proposer.getByRole('link', { name: 'Release the payment' })).toHaveCount(0)
  await goTo(proposer, `/billPayment/proposals/${proposalId}/release`)
  await expect(title(proposer)).toHaveText('Release the payment')
  await expect(proposer.getByText(`Approved by ${names.approver}`)).toBeVisible()
  await proposer.getByRole('radio', { name: 'EFT GIRO' }).check()
  await chooseBank(proposer, 'Maybank2E')
  await enterNumbers(proposer, 'Reference', [[forThisTry('APPROVED1')]])
  await proposer.reload()
  await expect(proposer.getByRole('radio', { name: 'EFT GIRO' }), 'the entries are stored').toBeChecked()
  await expect(proposer.getByRole('button', { name: `Pay ${total}` })).toHaveAttribute('aria-disabled', 'true')
  await setUp.click()
  await addApp(proposer, 'Phone', dialog(proposer))
  expect(await findings(proposer)).toEqual([])
  await dialog(proposer).getByRole('button', { name: 'I have saved the codes' }).click()
  await expect(proposer.getByText('Two-factor authentication is set up. You can continue.')).toBeVisible()
  // A refusal comes into sight with the focus, although the pressed button is a screen below.
  const size = proposer.viewportSize() ?? { width: 1280, height: 720 }
  await proposer.setViewportSize({ ...size, height: 480 })
  await refuseOnce(proposer, '**/portal/api/v1/Proposals/Release', 'proposalMoved')
  await proposer.getByRole('button', { name: `Pay ${total}` }).click()
  const refusal = proposer.getByRole('alert').filter({ hasText: 'Nothing was paid' })
  await expect(refusal).toBeInViewport({ ratio: 1 })
  expect(await refusal.evaluate((notice) => notice.parentElement === document.activeElement), 'the refusal has the focus').toBe(true)
  await proposer.setViewportSize(size)
  // The notice goes once an entry is corrected, and does not take the focus from it.
  await enterNumbers(proposer, 'Reference', [[forThisTry('APPROVED2')]])
  await expect(refusal).toHaveCount(0)
  // A bill is on hold, and the answer to its release is lost. The release is repeated as it was, and returns the payment.
  const sent: (string | null)[] = []
  const onHold = { code: 'billsOnHold', errorTopic: '', errorMessage: '', fields: [], params: { invoices: [bills[0]?.invoiceNo] } }
  await proposer.route('**/portal/api/v1/Proposals/Release', async (route) => {
    sent.push(route.request().postData())
    if (sent.length === 1) return route.fulfill({ status: 409, json: { Data: null, Error: onHold } })
    if (sent.length > 2) return route.continue()
    await route.fetch()
    return route.fulfill({ status: 500 })
  })
  await proposer.getByRole('button', { name: `Pay ${total}` }).click()
  await dialog(proposer)
    .getByRole('button', { name: `Pay ${total} anyway` })
    .click()
  await expect(proposer.getByRole('alert').filter({ hasText: 'No answer was received' })).toBeVisible()
  await proposer.getByRole('button', { name: `Pay ${total}` }).click()
  await expect(title(proposer)).toHaveText('Your payment was submitted')
  expect(sent[2]).toBe(sent[1])
  const payment = await transactionNo(proposer)
  await expect(stage(proposer)).toHaveText(/Payment/)
  await expect(fact(proposer, 'Approved by')).toContainText(names.approver)
  await stages(proposer)
    .getByRole('link', { name: /Approval/ })
    .click()
  await expect(title(proposer)).toHaveText(`Proposal ${proposalId}`)
  await proposer.goto(`/billPayment/proposals/${proposalId}`)
  await expect(proposer.getByText('This proposal was released')).toBeVisible()
  await expect(proposer.getByRole('link', { name: `View payment ${payment}` })).toBeVisible()

  // A bill that changes after the proposal makes the proposal void, and the page names the bill.
  const { items } = await ask<{ items: { accountNo: string }[] }>(proposer, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.damai}`, {})
  const accounts = items.slice(-1).map(({ accountNo }) => accountNo)
  const changing = await deliverBills(accounts)
  const inDays = 7 + ((7 - new Date(Date.now() + 8 * 3_600_000).getUTCDay()) % 7)
  const sunday = new Date(Date.now() + inDays * 86_400_000).toLocaleDateString('en-GB', { timeZone: 'Asia/Kuala_Lumpur' })
  const second = await propose(proposer, changing, 'One more', sunday)
  await expect(proposer.getByText(/, to be released on \d\d \w{3} \d{4}$/)).toBeVisible()
  await deliverBills(accounts, '95')
  await goTo(approver, `/billPayment/proposals/${second}`)
  await expect(approver.getByText('1 bill has changed since it was proposed')).toBeVisible()
  await expect(approver.getByRole('list', { name: 'Changed bills' })).toContainText('The amount of this bill has changed.')
  await approver.getByRole('button', { name: /^Approve RM/ }).tap()
  await dialog(approver)
    .getByRole('button', { name: /^Approve RM/ })
    .tap()
  await expect(approver.getByText('This proposal is void. Nothing was paid.').first()).toBeVisible()
  await expect(approver.getByRole('list', { name: 'Changed bills' })).toContainText(changing[0]?.invoiceNo ?? '')
  await goTo(proposer, '/billPayment/proposals?state=ended')
  await expect(proposer.getByRole('row').filter({ hasText: second })).toContainText('Void')
  await expect(proposer.getByRole('row').filter({ hasText: proposalId })).toContainText('Released')

  // Another proposal is approved by keyboard and released by FPX.
  const online = (await payable(proposer, {}, 'damai')).filter(({ amount }) => Number(amount) >= 100).slice(0, 2)
  // The proposer is away: the Master withdraws the proposal with a reason, so that its bills are free.
  const kept = await proposeByCall(proposer, online, 'Before my leave')
  await goTo(proposer, `/billPayment/proposals/${kept}`)
  await goTo(master, `/billPayment/proposals/${kept}`)
  await master.getByRole('button', { name: 'Withdraw the proposal' }).click()
  await expect(dialog(master)).toContainText(`${names.proposer}, who proposed it, is notified and sees your reason.`)
  await dialog(master).getByRole('button', { name: 'Withdraw proposal' }).click()
  await expect(dialog(master).getByText('Please enter a remark.').first()).toBeVisible()
  await dialog(master).getByLabel('Reason').fill('Farah is on leave')
  await dialog(master).getByRole('button', { name: 'Withdraw proposal' }).click()
  await expect(master.getByText('This proposal was withdrawn')).toBeVisible()
  await expect(proposer.getByText('Farah is on leave').first()).toBeVisible()
  const third = await proposeByCall(proposer, online, 'Online')
  await goTo(proposer, `/billPayment/proposals/${third}`)
  await goTo(approver, `/billPayment/proposals/${third}`)
  const approve = (within: Page | Locator) => within.getByRole('button', { name: `Approve ${totalOf(online)}` })
  await approve(approver).press('Enter')
  await approve(dialog(approver)).press('Enter')
  await expect(approver.getByText('Approved. The payment can be released.', { exact: true })).toBeVisible()
  await proposer.getByRole('link', { name: 'Release the payment' }).press('Enter')
  await proposer.getByRole('radio', { name: 'FPX online banking' }).check()
  await chooseBank(proposer, bank)
  await expect(proposer.getByText(`You pay ${totalOf(online)} at ${bank}.`)).toBeVisible()
  await leaveForBank(proposer, online)
  await confirmAtBank(proposer, online)
  await expect(title(proposer)).toHaveText("Waiting for your company's authoriser")

  // The approver delegates to another user, and ends the delegation.
  await goTo(approver, '/billPayment/proposals/policy')
  await approver.getByRole('button', { name: 'Delegate', exact: true }).tap()
  await dialog(approver).getByRole('button', { name: 'Delegate' }).tap()
  await expect(dialog(approver).getByText('Choose an active colleague who may make payments.').first()).toBeVisible()
  await dialog(approver).getByRole('button', { name: 'Colleague' }).tap()
  await approver.getByRole('option', { name: names.proposer }).tap()
  await dialog(approver)
    .getByRole('textbox', { name: 'Last day' })
    .fill(new Date(Date.now() + 5 * 86_400_000).toLocaleDateString('en-GB', { timeZone: 'Asia/Kuala_Lumpur' }))
  await dialog(approver).getByRole('button', { name: 'Delegate' }).tap()
  await expect(approver.getByRole('list', { name: 'Delegation' })).toContainText(`${names.proposer} approves in place of ${names.approver}`)
  await approver.getByRole('button', { name: 'End delegation' }).tap()
  await expect(approver.getByText('The delegation has ended')).toBeVisible()

  // The end of approval is a proposal, which a second approver approves under the policy in force.
  await goTo(master, '/billPayment/proposals/policy?open=edit')
  await master.getByRole('button', { name: 'End approval' }).click()
  await dialog(master).getByRole('button', { name: 'End approval' }).click()
  await expect(master.getByText('The new policy awaits a second approver').first()).toBeVisible()
  await expect(master.getByText(/^New policy proposed by/)).toBeVisible()
  await expect(master.getByRole('button', { name: 'Confirm the new policy' })).toHaveCount(0)
  await approver.getByRole('button', { name: 'Confirm the new policy' }).tap()
  await expect(approver.getByText('The new policy is in force')).toBeVisible()
  await expect(master.getByText('Payments need no approval.')).toBeVisible()
})

test('staff in customer view mode read proposals and the policy, and change nothing', async ({ as }) => {
  const officer = await as(people.glb)
  for (const [path, name] of [
    ['/billPayment/proposals', 'Approvals'],
    ['/billPayment/proposals/policy?open=edit', 'Approval policy'],
  ] as const) {
    await officer.goto(`${path}${path.includes('?') ? '&' : '?'}bulkId=${bulkIds.sinar}`)
    await expect(officer.getByRole('region', { name: 'Customer view mode' })).toContainText(bulkIds.sinar)
    await expect(title(officer)).toHaveText(name)
    await quiet(officer)
    await expect(officer.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expect(officer.getByRole('main').getByRole('button', { name: /^(Set up|Start|Delegate|Confirm)/ })).toHaveCount(0)
  }
})

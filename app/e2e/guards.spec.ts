/**
 * Access to addresses (docs/domain/words-and-codes.md#addresses-of-screens), for users of each kind. `fixtures/rules/screens.json` has each
 * address and role; these journeys check that the pages follow the rule.
 */
import type { Page } from '@playwright/test'
import { mainMenu } from './mainMenu'
import { title } from './pay'
import { expect, fillIn, people, test } from './people'

async function leadsTo(page: Page, address: string, where: string) {
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page, address).toHaveURL(where)
  await expect(title(page), address).toBeVisible()
}
const signInFor = (address: string) =>
  `${address.startsWith('/admin') ? '/admin/login' : '/'}?${new URLSearchParams({ redirect: address })}`

test('signed out, an address asks to sign in at the right page, and returns', async ({ as }) => {
  const page = await as(null)
  await leadsTo(page, '/admin/payments/all?status=paid', signInFor('/admin/payments/all?status=paid'))
  await fillIn(page, people.pccr)
  await expect(page).toHaveURL('/admin/payments/all?status=paid')
  await expect(title(page)).toHaveText('All payments')

  const customer = await as(null)
  await leadsTo(customer, '/billPayment/outstanding?overdue=true', signInFor('/billPayment/outstanding?overdue=true'))
  await fillIn(customer, people.viewer)
  await expect(customer).toHaveURL('/billPayment/outstanding?overdue=true')
  await expect(title(customer)).toHaveText('Unpaid bills')
})

test('a public address opens, and an unknown one leads to /404', async ({ as }) => {
  const page = await as(null)
  await leadsTo(page, '/learnMore', '/learnMore')
  // Some addresses redirect: changing a password needs a session, and the second step of registration needs the first.
  await leadsTo(page, '/account/changePassword', signInFor('/account/changePassword'))
  await leadsTo(page, '/account/registerDetails', '/account/register')
  // Without a transfer of the master role its page redirects to the sign-in.
  await leadsTo(page, '/account/transferMasterRoleSuccess', '/')
  await leadsTo(page, '/account/nowhere', '/404')
  await expect(title(page)).toHaveText('We could not find this page')
})

test('users cannot open pages of the other side, or pages that their role excludes', async ({ as }) => {
  const page = await as(people.viewer)
  const turnedAway = async (of: Page, address: string) => {
    await leadsTo(of, address, '/unauthorized')
    await expect(title(of)).toHaveText('Please try again later')
  }
  for (const address of ['/admin/payments/all?status=paid', '/billPayment/pay/method']) await turnedAway(page, address)

  const officer = await as(people.ict)
  for (const address of ['/admin/payments/pending', '/home']) {
    await turnedAway(officer, address)
    await officer.getByRole('link', { name: 'Go to home' }).click()
    await expect(officer).toHaveURL('/admin')
  }
})

test('a signed-in user sees the refusal within the frame, with a link to the right home', async ({ as }) => {
  for (const [who, start, words] of [
    [people.pccr, '/admin', /An administrator of the utility can give you the permission/],
    [people.viewer, '/home', /Your Master user can give you the permission/],
    [people.newcomer, '/home', /Register your company/],
  ] as const) {
    const page = await as(who)
    await leadsTo(page, '/unauthorized', '/unauthorized')
    await expect(title(page)).toHaveText('Please try again later')
    await expect(page.getByRole('main')).toContainText(words)
    await expect(mainMenu(page)).toBeVisible()
    await page.getByRole('link', { name: 'Go to home' }).click()
    await expect(page).toHaveURL(start)
    await expect(mainMenu(page)).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', start)
  }
  // A visitor has no frame and no menu.
  const stranger = await as(null)
  for (const address of ['/404', '/unauthorized']) {
    await leadsTo(stranger, address, address)
    await expect(mainMenu(stranger)).toHaveCount(0)
  }
  // The logo on the staff's public pages leads to the staff's sign-in.
  await stranger.goto('/admin/forgotPassword')
  await expect(stranger.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', '/admin/login')
})

test('an unknown address below a known one is not found', async ({ as }) => {
  const customer = await as(people.master)
  for (const address of ['/billPayment/pay/xyz', '/admin/xyz']) {
    await leadsTo(customer, address, '/404')
    await expect(title(customer)).toHaveText('We could not find this page')
    await expect(mainMenu(customer)).toBeVisible()
  }
  await customer.reload()
  await expect(mainMenu(customer)).toBeVisible()
  const officer = await as(people.pccr)
  await leadsTo(officer, '/admin/bulkAccounts/3010000013/xyz', '/404')
  await expect(mainMenu(officer)).toBeVisible()
})

test('the sign-in pages forward signed-in users only', async ({ as }) => {
  const customer = await as(people.viewer)
  await customer.goto('/')
  await expect(customer).toHaveURL('/home')
  await customer.goto(`/?${new URLSearchParams({ redirect: '/billPayment/outstanding?overdue=true' })}`)
  await expect(customer).toHaveURL('/billPayment/outstanding?overdue=true')
  await customer.goto('/admin/login?redirect=/admin/payments/all')
  await expect(customer).toHaveURL('/home')

  const officer = await as(people.pccr)
  await officer.goto('/admin/login?redirect=/admin/payments/all')
  await expect(officer).toHaveURL('/admin/payments/all')
  await officer.goto('/?redirect=/billPayment')
  await expect(officer).toHaveURL('/admin')

  // After inactivity the page treats the user as signed out, even if the server still has the session.
  await customer.goto('/?idle=1')
  await expect(customer.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await customer.goto('/home')
  await customer.getByRole('button', { name: /^Signed in as/ }).click()
  await customer.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(customer).toHaveURL('/')
  await expect(customer.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('after signing out the back button shows nothing, and no script can read the session', async ({ as }) => {
  const page = await as(null)
  await page.goto('/')
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/home')
  await page.getByRole('link', { name: 'Bills', exact: true }).click()
  await expect(page.getByRole('region', { name: /^[\d,]+ bills can be paid$/ })).toBeVisible()

  // The cookie of the device remains. It grants no access.
  const cookies = (await page.context().cookies()).filter(({ name }) => name !== 'gridbill_device')
  expect(cookies.length).toBeGreaterThanOrEqual(2)
  expect(cookies.filter(({ httpOnly }) => !httpOnly)).toEqual([])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const { value } of cookies) expect(stored).not.toContain(value)

  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText(/RM\s\d/)).toHaveCount(0)
  expect((await page.context().cookies()).filter(({ value }) => cookies.some((cookie) => cookie.value === value))).toEqual([])
})

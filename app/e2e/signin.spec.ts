/** Signing in: refusals in both languages, the lock of an account, and safe redirects. */
import { idleSentence } from './idle'
import { expect, fillIn, password, people, test } from './people'

test('errors are shown at their fields, and at the top with links', async ({ as }) => {
  const page = await as(null)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const summary = page.getByRole('alert').or(page.getByRole('group')).filter({ hasText: 'Please check what you entered' })
  await expect(summary).toBeFocused()
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription('Please enter an email address.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please enter your password.')

  await summary.getByRole('link', { name: 'Please enter an email address.' }).click()
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await page.keyboard.type('payer@sinar')
  // A field shows no error while the user fills it in for the first time. This is the second time.
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription('Please enter a valid email address.')

  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await expect(page.getByLabel('Alamat e-mel')).toHaveValue('payer@sinar')
  await expect(page.getByLabel('Alamat e-mel')).toHaveAccessibleDescription('Sila masukkan alamat e-mel yang sah.')
  await expect(page.getByRole('button', { name: 'Log masuk' })).toBeVisible()
})

test('the language is switched in place, keeps the input, and is stored', async ({ as }) => {
  const page = await as(null)
  await page.goto('/')
  await page.getByLabel('E-mail address').fill(people.viewer)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByLabel('Alamat e-mel')).toHaveValue(people.viewer)
  await expect(page.getByLabel('Kata laluan', { exact: true })).toHaveValue(password)
  await page.getByRole('button', { name: 'Log masuk' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ms')
  await page.reload()
  await expect(page.getByRole('link', { name: 'Bil', exact: true })).toBeVisible()
})

test('five wrong passwords lock an account, and each attempt is counted, in both languages', async ({ as }) => {
  const page = await as(null)
  await page.goto('/')
  const alert = page.getByRole('alert')
  for (const attempt of [1, 2, 3]) {
    await fillIn(page, people.auditor, 'not-the-password-1')
    await expect(alert).toContainText(`Attempt ${attempt} of 5: the e-mail or the password is wrong.`)
    // The password is selected, so that typing replaces it.
    const typed = page.getByLabel('Password', { exact: true })
    await expect(typed).toBeFocused()
    expect(await typed.evaluate((field: HTMLInputElement) => (field.selectionEnd ?? 0) - (field.selectionStart ?? 0))).toBe(18)
  }
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(alert).toContainText('Percubaan 3 daripada 5: e-mel atau kata laluan salah.')
  await page.getByRole('button', { name: 'Log masuk' }).click()
  await expect(alert).toContainText('Percubaan 4 daripada 5: e-mel atau kata laluan salah.')
  await page.getByRole('button', { name: 'Log masuk' }).click()
  await expect(alert).toContainText('Akaun anda dikunci')
  await page.getByRole('button', { name: 'English' }).click()
  // The correct password is refused, too.
  await fillIn(page, people.auditor)
  await expect(alert).toContainText('Your account is locked because of too many wrong attempts.')
  await alert.getByRole('link', { name: 'Reset your password' }).click()
  await expect(page).toHaveURL('/account/forgotPassword')
})

test('customers cannot sign in on the staff page, and get the same answer as an unknown address', async ({ as }) => {
  const page = await as(null)
  await page.goto('/admin/login')
  await fillIn(page, 'nobody@sinar.example', 'not-the-password-1')
  await expect(page.getByRole('alert')).toContainText('Attempt 1 of 5: the e-mail or the password is wrong.')
  await fillIn(page, people.payer)
  await expect(page.getByRole('alert')).toContainText('the e-mail or the password is wrong.')
  await page.getByRole('link', { name: 'For customers' }).click()
  await expect(page.getByRole('link', { name: "For the utility's staff" })).toBeVisible()
  await fillIn(page, people.payer)
  await expect(page).toHaveURL('/home')
})

test('a user signed out for inactivity is told so, and returns to the same page', async ({ as }) => {
  const page = await as(null)
  await page.goto('/?redirect=%2FbillPayment%2Ftransactions%3Fstatus%3Dpaid&idle=1')
  await expect(page.getByText(idleSentence)).toBeVisible()
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/billPayment/transactions?status=paid')
})

test('an address of another site is not followed', async ({ as }) => {
  const page = await as(null)
  const address = `/?${new URLSearchParams({ redirect: '//evil.example/home' })}`
  await page.goto(address)
  await fillIn(page, people.viewer)
  await expect(page).toHaveURL('/home')
  // A user who is already signed in is not redirected there either.
  await page.goto(address)
  await expect(page).toHaveURL('/home')
})

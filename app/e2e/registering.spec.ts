/** From visitor to user: registration in two steps, and the e-mail. */
import type { Page } from '@playwright/test'
import { escapeDialog } from './dialogs'
import { confirmation, fillFirstStep, fillSecondStep, linkFor, newEmail, ownPassword, person, register } from './newcomers'
import { expect, expectSamePage, fillIn, leaveMark, people, test } from './people'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a visitor registers, activates the account from the e-mail, and signs in', async ({ as }) => {
  const page = await as(null)
  const email = newEmail('aisyah')
  await page.goto('/')
  await leaveMark(page)
  await page.getByRole('link', { name: 'New here? Register' }).click()
  await expect(heading(page)).toHaveText('Register')
  await expect(heading(page)).toBeFocused()
  await fillFirstStep(page, email)

  await page.getByRole('button', { name: 'Read the terms and conditions' }).click()
  const terms = page.getByRole('dialog', { name: 'Terms and conditions' })
  await expect(terms).toContainText('Keep your password to yourself.')
  await escapeDialog(page)
  await expect(terms).toBeHidden()
  await expect(page.getByRole('button', { name: 'Read the terms and conditions' })).toBeFocused()

  await fillSecondStep(page)
  const last = confirmation(page)
  await expect(last).toContainText(email)
  await expect(last).toContainText('900131-14-5678')
  await expect(last).toContainText('012-345 6789')
  // Change a field during the review.
  await last.getByRole('button', { name: 'Change: Full name' }).click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await page.getByLabel('Full name').fill('Nur Aisyah')
  await page.getByRole('button', { name: 'Review and register' }).click()
  await expect(last).toContainText('Nur Aisyah')
  await last.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/account/activateLinkSent')
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await expectSamePage(page)

  const link = await linkFor(page, email)
  await page.goto(link)
  await expect(heading(page)).toHaveText('Activate your account')
  // The address no longer contains the token, so that the token is neither on the screen nor in the history.
  await expect(page).toHaveURL('/account/activate')
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect(page.getByText('Your account is active. Please sign in.')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByText('You do not have a bulk account yet')).toBeVisible()

  const again = await as(null)
  await again.goto(link)
  await expect(heading(again)).toHaveText('Your account is already activated')
  await again.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(heading(again)).toHaveText('Sign in')
})

test('errors appear at their fields: one on leaving a field, all on continuing', async ({ as }) => {
  const page = await as(null)
  await page.goto('/account/register')
  const [email, password, confirm] = [
    page.getByLabel('E-mail address'),
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('New password again'),
  ]
  await email.pressSequentially('nobody@')
  await expect(page.getByText('Please enter a valid email address.')).toBeHidden()
  await email.blur()
  await expect(email).toHaveAccessibleDescription(/Please enter a valid email address\.$/)
  await email.fill(people.master)
  await email.blur()
  await expect(email).toHaveAccessibleDescription(/Email Address already in used\.$/)
  await expect(page.locator('main').getByRole('link', { name: 'Forgot your password?' })).toBeVisible()
  // Another address is no longer refused.
  await email.fill(newEmail('free'))
  await email.blur()
  await expect(page.getByText('Email Address already in used.')).toBeHidden()

  const ruleItem = (rule: string) => page.getByRole('listitem').filter({ hasText: rule })
  await password.fill('abc')
  await expect(ruleItem('Use at least one lowercase character.')).toContainText('(done)')
  await expect(ruleItem('Use at least 8 characters.')).toContainText('(not yet)')
  await password.fill('password1')
  await expect(ruleItem('Use at least 8 characters.')).toContainText('(done)')
  await expect(ruleItem('Not a common password.')).toContainText('(not yet)')
  await confirm.fill('something else 1')
  await page.getByRole('button', { name: 'Continue' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check what you entered' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link', { name: 'Your passwords do not match.' })).toBeVisible()
  await summary.getByRole('link', { name: /too common and easy to guess/ }).click()
  await expect(password).toBeFocused()
  await expect(page).toHaveURL('/account/register')

  await password.fill(ownPassword)
  await confirm.fill(ownPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/account/registerDetails')
  // The number has no field until its type is chosen, so its error links to the choice.
  await page.getByRole('button', { name: 'Review and register' }).click()
  await summary.getByRole('link', { name: 'Please enter the identification number.' }).click()
  await expect(page.getByRole('radio', { name: 'IC/MyKad' })).toBeFocused()
  await expect(page).toHaveURL('/account/registerDetails')
  await page.getByRole('radio', { name: 'Passport' }).check()
  await page.getByLabel('Passport number').fill('A12')
  await page.getByRole('button', { name: 'Review and register' }).click()
  for (const message of [
    'Please enter a full name.',
    'A passport number has 5 to 25 letters and digits.',
    'Please enter a mobile number.',
    'Please agree to the terms and conditions.',
  ]) {
    await expect(summary.getByRole('link', { name: message })).toBeVisible()
  }
  await summary.getByRole('link', { name: 'Please agree to the terms and conditions.' }).click()
  await expect(page.getByRole('checkbox')).toBeFocused()
})

test('the language is switched midway, and back and forward keep the input', async ({ as }) => {
  const page = await as(null)
  const email = newEmail('tukar')
  await page.goto('/account/register')
  await fillFirstStep(page, email)
  await page.getByLabel('Full name').fill(person.name)
  await page.getByLabel('Mobile number').fill('23')
  await page.getByLabel('Mobile number').blur()
  await expect(page.getByLabel('Mobile number')).toHaveAccessibleDescription(/Enter a Malaysian mobile number/)
  await page.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(page.getByLabel('Nama penuh')).toHaveValue(person.name)
  await expect(page.getByLabel('Nombor telefon bimbit')).toHaveAccessibleDescription(/Masukkan nombor telefon bimbit Malaysia/)
  await page.goBack()
  await expect(page).toHaveURL('/account/register')
  await expect(page.getByLabel('Alamat e-mel')).toHaveValue(email)
  await expect(page.getByLabel('Kata laluan baharu', { exact: true })).toHaveValue(ownPassword)
  await page.goForward()
  await expect(page.getByLabel('Nama penuh')).toHaveValue(person.name)
  await expect(page.getByLabel('Nombor telefon bimbit')).toHaveValue('23')
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state]))).not.toContain(ownPassword)
})

test('of two users who register the same address, the later user returns to the field of the address', async ({ as }) => {
  const [first, second] = [await as(null), await as(null)]
  const email = newEmail('race')
  for (const page of [first, second]) {
    await page.goto('/account/register')
    await fillFirstStep(page, email)
    await fillSecondStep(page)
    await expect(confirmation(page)).toBeVisible()
  }
  await confirmation(first).getByRole('button', { name: 'Register' }).click()
  await expect(first).toHaveURL('/account/activateLinkSent')
  await confirmation(second).getByRole('button', { name: 'Register' }).click()
  await expect(second).toHaveURL('/account/register')
  await expect(second.getByLabel('E-mail address')).toHaveAccessibleDescription(/Email Address already in used\.$/)
  await second.getByLabel('E-mail address').fill(newEmail('other'))
  await second.getByRole('button', { name: 'Continue' }).click()
  await expect(second.getByLabel('Full name')).toHaveValue(person.name)
})

test('registration by keyboard only', async ({ as }) => {
  const page = await as(null)
  const email = newEmail('papan.kekunci')
  const type = async (label: string, text: string) => {
    for (let steps = 0; steps < 8; steps++) {
      if (await page.getByLabel(label, { exact: true }).evaluate((field) => field === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
    await page.keyboard.type(text)
  }
  await page.goto('/account/register')
  await expect(heading(page)).toBeVisible()
  await type('E-mail address', email)
  await type('New password', ownPassword)
  await type('New password again', ownPassword)
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await type('Full name', person.name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: 'IC/MyKad' })).toBeChecked()
  await type('IC/MyKad number', person.identificationNo)
  await type('Mobile number', person.mobileNo)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Review and register' })).toBeFocused()
  await page.keyboard.press('Enter')
  const button = confirmation(page).getByRole('button', { name: 'Register' })
  await expect(confirmation(page)).toBeVisible()
  for (let steps = 0; steps < 8 && !(await button.evaluate((one) => one === document.activeElement)); steps++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/activateLinkSent')
  await expect(heading(page)).toBeFocused()
})

test('before activation, signing in is refused with a reason, and the link can be sent again', async ({ as }) => {
  const page = await as(null)
  const email = newEmail('belum')
  await register(page, email)
  const before = await linkFor(page, email)
  await page.goto('/')
  await fillIn(page, email, ownPassword)
  await expect(page.getByRole('alert')).toContainText(
    'Your account is not activated yet. Please click the link in the e-mail that we sent you.',
  )
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page).toHaveURL('/account/activateLinkSent')
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('We sent another link. Earlier ones still work until they expire.')).toBeVisible()

  // The first link still works, because another person may have requested the second.
  await page.goto(before)
  await page.getByRole('button', { name: 'Activate my account' }).click()
  await expect(page.getByText('Your account is active. Please sign in.')).toBeVisible()
})

test('an invalid link says so, and names the next step', async ({ as }) => {
  const page = await as(null)
  for (const [address, remedy] of [
    ['/account/activate', page.getByRole('button', { name: 'Send A New Link' })],
    ['/account/register', page.getByText('ask the Master of your company’s bulk account to send it again')],
    ['/account/resetPassword', page.getByRole('link', { name: 'Ask for a new link' })],
    ['/admin/resetPassword', page.getByRole('link', { name: 'Ask for a new link' })],
    ['/admin/verifyActivation', page.getByText('contact the care line (1')],
  ] as const) {
    await page.goto(`${address}#not-a-token`)
    await expect(heading(page), address).toHaveText('The link is invalid.')
    await expect(remedy, address).toBeVisible()
    await expect(page).toHaveURL(address)
  }
})

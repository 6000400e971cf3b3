/**
 * Single sign-on with a real OpenID Connect provider: settings and the proof of a domain, connecting, signing in, confirming an identity,
 * the required mode with the Master's exception, and a provider that is down. Each run has its own company and domain.
 */
import type { Page } from '@playwright/test'
import { providerURL } from '../playwright.config'
import { findings } from './axe'
import { AuthenticatorApp, withAnOldSignIn } from './factors'
import { mainMenu, openInMenu } from './mainMenu'
import { linkFor, ownPassword, person } from './newcomers'
import { fact, title } from './pay'
import { ask, expect, fillIn, people, signOut, test } from './people'
import { type CompanyProvider, client, type DnsServer, hmacClient, startDns, startProvider } from './provider'
import { deliverCompany } from './registration'
import { apply, decide, processed } from './review'

let provider: CompanyProvider
let dns: DnsServer

test.beforeEach(async () => {
  ;[provider, dns] = await Promise.all([startProvider(), startDns()])
})
test.afterEach(async () => {
  await Promise.all([provider.stop(), dns.stop()])
})

const byCompany = (page: Page) => page.getByRole('button', { name: 'Use your company account' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const domainRow = (page: Page, domain: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: domain }) })

/** Signs in at the provider's own page. */
async function enterAtProvider(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('kata laluan syarikat')
  await page.getByRole('button', { name: 'Sign-in', exact: true }).click()
}

/** Registers a company whose Master has an address of this domain, by calls, and signs the Master in. */
async function newCompany(page: Page, officer: Page, domain: string): Promise<string> {
  const email = `master@${domain}`
  const { companyName, registrationNo, accounts } = await deliverCompany(2)
  const application = await apply(page, companyName, registrationNo, accounts.slice(0, 1), email)
  await decide(officer, application, 'approve')
  await processed(officer, application)
  return email
}

/** Invites a user, who registers with a password. */
async function newColleague(master: Page, page: Page, email: string) {
  await ask(master, '/user-svc/api/v1/User/AddBulkUser', { email, nickname: '', permissions: ['viewOnly'] })
  const invitationToken = (await linkFor(master, email)).split('#')[1]
  await ask(page, '/user-svc/api/v1/User/Register', { email, password: ownPassword, ...person, invitationToken })
}

/** Opens the settings, proves the domain, and sets the provider. */
async function setUpSignIn(master: Page, domain: string) {
  await master.goto('/home')
  await openInMenu(master, 'Settings', 'Security', 'Company sign-in')
  await expect(title(master)).toHaveText('Company sign-in')
  await expect(master.getByText('Off. Your users sign in with their passwords.')).toBeVisible()
  await master.getByRole('textbox', { name: 'Mail domain' }).fill('not a domain')
  await master.getByRole('textbox', { name: 'Mail domain' }).press('Enter')
  await expect(master.getByRole('textbox', { name: 'Mail domain' })).toHaveAccessibleDescription(
    /Please enter a mail domain such as company\.com\./,
  )
  await master.getByRole('textbox', { name: 'Mail domain' }).fill(domain)
  await master.getByRole('textbox', { name: 'Mail domain' }).press('Enter')
  const row = domainRow(master, domain)
  await expect(row).toContainText('Not proved yet')
  await expect(row).toContainText(`_gridbill.${domain}`)
  await row.getByRole('button', { name: `Check now: ${domain}` }).click()
  await expect(row.getByRole('alert')).toContainText('The DNS record was not found.')
  expect(await findings(master)).toEqual([])
  dns.publish(`_gridbill.${domain}`, (await row.getByText(/^gridbill-domain=/).textContent()) ?? '')
  await row.getByRole('button', { name: `Check now: ${domain}` }).click()
  await expect(row).toContainText('Proved')
  await expect(row).toContainText('The record was last seen on')

  // No user sees a provider that was not tried.
  await master.getByRole('radio', { name: 'Optional' }).focus()
  await expect(master.getByText('Please try the provider first.').first()).toBeVisible()
  await enterProvider(master, 'https://10.0.0.1', client.secret)
  await expect(master.getByLabel('Issuer')).toHaveAccessibleDescription(/Please enter a public https:\/\/ address\./)
  await enterProvider(master, `${providerURL}/`, client.secret)
  await expect(master.getByLabel('Issuer')).toHaveAccessibleDescription(new RegExp(`This provider names itself ${providerURL}\\. Please`))
  await enterProvider(master, providerURL, client.secret)
  await tryIt(master, 'aina')
  await expect(master.getByText('It works. These settings are used now.')).toBeVisible()
  await expect(tryCard(master)).toHaveCount(0)
  await master.getByRole('radio', { name: 'Optional' }).check()
  await master.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(master.getByText(/^Optional\. .* Connected users: 0 of 1\.$/)).toBeVisible()
  await expect(master.getByText('A secret is stored. Leave it empty to keep it.')).toBeVisible()
  await master.getByRole('radio', { name: 'Required' }).check()
  await expect(master.getByText('Requiring company sign-in needs two-factor authentication')).toBeVisible()
  await master.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(master.getByRole('radiogroup', { name: 'How users sign in' })).toHaveAccessibleDescription(
    /Please set up two-factor authentication first\./,
  )
  expect(await findings(master)).toEqual([])
  await master.getByRole('radio', { name: 'Optional' }).check()
}

const tryCard = (page: Page) => page.getByRole('region', { name: 'Try it' })

async function enterProvider(master: Page, issuer: string, secret: string, clientId = client.id) {
  await master.getByLabel('Issuer').fill(issuer)
  await master.getByLabel('Client ID').fill(clientId)
  await master.getByLabel('Client secret').fill(secret)
  await master.getByRole('button', { name: 'Save provider' }).click()
}

/** Tries the saved settings: signs in at the provider in the window that opens. */
async function tryIt(master: Page, name: string) {
  const opened = master.waitForEvent('popup')
  await tryCard(master).getByRole('button', { name: 'Try it' }).click()
  const window = await opened
  await expect(tryCard(master)).toContainText('Sign in in the new window')
  // With a session at the provider the window closes by itself.
  const isAsked = await window
    .getByPlaceholder('Enter any login')
    .waitFor()
    .then(
      () => true,
      () => false,
    )
  if (isAsked) await enterAtProvider(window, name)
}

test('a company sets up its own sign-in, users join, connect and sign in, and the Master gets in when the provider is down', async ({
  as,
}) => {
  test.slow()
  const domain = `sso-${process.pid}-${Date.now().toString(36)}.example`
  const master = await as(null)
  const masterEmail = await newCompany(master, await as(people.pccr), domain)
  await setUpSignIn(master, domain)

  // An invited person joins through the company, without a password.
  const invited = `nur@${domain}`
  await ask(master, '/user-svc/api/v1/User/AddBulkUser', { email: invited, nickname: '', permissions: ['viewOnly'] })
  const joining = await as(null)
  await joining.goto(await linkFor(master, invited))
  await expect(title(joining)).toHaveText('You are invited')
  expect(await findings(joining)).toEqual([])
  await byCompany(joining).click()
  await enterAtProvider(joining, 'nur')
  await expect(joining).toHaveURL('/home')
  await expect(joining.getByRole('heading', { name: 'Terms and conditions' })).toBeVisible()

  // A user with an address of another domain signs in with the password.
  const page = await as(null)
  const email = `badrul@${domain}`
  await newColleague(master, page, email)
  await page.goto('/')
  await page.getByLabel('E-mail address').fill('badrul@nowhere.example')
  await byCompany(page).click()
  await expect(page.getByLabel('E-mail address')).toHaveAccessibleDescription(/There is no company sign-in for this address\./)
  expect(await findings(page)).toEqual([])

  // Without an e-mail address, a page asks for it. The portal does not know the provider's user before the user connects.
  await page.goto('/?redirect=%2FmyProfile')
  await byCompany(page).click()
  await expect(title(page)).toHaveText('Sign in with your company')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await enterAtProvider(page, 'badrul')
  await expect(title(page)).toHaveText('You are not signed in')
  await expect(page.getByRole('alert')).toContainText('This company account is not connected to a user here.')
  await expect(page).toHaveURL('/account/companySignIn?redirect=%2FmyProfile')
  await page.getByRole('link', { name: 'Sign in and connect it' }).click()
  await fillIn(page, email, ownPassword)
  await expect(page).toHaveURL('/myProfile/companySignIn')
  await expect(mainMenu(page)).toBeVisible()
  await page.getByRole('button', { name: 'Connect your company’s sign-in' }).click()
  // The provider still has a session, so it does not ask for the name.
  await expect(page).toHaveURL('/myProfile')
  await expect(page.getByRole('region', { name: 'Company sign-in' })).toContainText('Your company’s sign-in is connected.')

  // Signing in: from the sign-in page to the requested page.
  await signOut(page)
  await page.goto('/?redirect=%2FmyProfile%2Fedit')
  await page.getByLabel('E-mail address').fill(email)
  await byCompany(page).click()
  await expect(page).toHaveURL('/myProfile/edit')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('handle')

  // To confirm the identity, the provider asks again in a new window. The page keeps its input.
  const number = `19${String(Date.now()).slice(-7)}`
  await page.getByLabel('Mobile number').fill(number)
  await withAnOldSignIn(page, '**/UpdateUserProfile')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(question(page)).toBeVisible()
  expect(await findings(page)).toEqual([])
  const openWindow = async (name: string) => {
    const opened = page.waitForEvent('popup')
    await question(page).getByRole('button', { name }).click()
    return opened
  }
  const first = await openWindow('Use your company account')
  await enterAtProvider(first, 'another')
  await expect(question(page).getByRole('alert')).toContainText('You signed in at your company as another user.')
  await first.close()
  const second = await openWindow('Use your company account')
  await expect(question(page)).toContainText('Sign in in the new window')
  await second.close()
  const third = await openWindow('Open the window again')
  const isClosed = third.waitForEvent('close')
  await enterAtProvider(third, 'badrul')
  await isClosed
  await expect(page).toHaveURL('/myProfile')
  await expect(fact(page, 'Mobile number')).toHaveText(`0${number.slice(0, 2)}-${number.slice(2, 5)} ${number.slice(5)}`)

  // The sign-in becomes required. The Master, who can still use a password, needs a second factor.
  const { secret } = await ask<{ secret: string }>(master, '/portal/api/v1/Factors/Totp/Begin', {})
  const app = new AuthenticatorApp(secret)
  await ask(master, '/portal/api/v1/Factors/Totp/Confirm', { totp: await app.code() })
  await master.reload()
  await master.getByRole('radio', { name: 'Required' }).check()
  await expect(master.getByText(`If your provider fails, ${masterEmail} can still sign in`)).toBeVisible()
  await master.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(master.getByText(/^Required\. .* Connected users: 2 of 3\.$/)).toBeVisible()

  await signOut(page)
  await fillIn(page, email, ownPassword)
  await expect(page.getByRole('alert')).toContainText('Your company requires its own sign-in.')
  await byCompany(page).click()
  await signInIfAsked(page, 'badrul')
  await expect(page).toHaveURL('/home')

  // A user who is not connected can only connect.
  const other = await as(null)
  const otherEmail = `devi@${domain}`
  await newColleague(master, other, otherEmail)
  await other.goto('/')
  await fillIn(other, otherEmail, ownPassword)
  await expect(other).toHaveURL('/myProfile/companySignIn')
  await expect(
    other.getByText('Your company requires its own sign-in. Please connect your account once before you continue.'),
  ).toBeVisible()
  await expect(mainMenu(other)).toHaveCount(0)
  expect(await findings(other)).toEqual([])
  await other.getByRole('button', { name: 'Connect your company’s sign-in' }).click()
  await enterAtProvider(other, 'devi')
  await expect(other).toHaveURL('/myProfile')
  await expect(mainMenu(other)).toBeVisible()

  // While the provider does not answer the portal, the page says so. A retry works once the provider answers.
  provider.answerPortal(false)
  await signOut(other)
  await other.getByLabel('E-mail address').fill(otherEmail)
  await byCompany(other).click()
  await expect(title(other)).toHaveText('You are not signed in')
  await expect(other.getByRole('main')).toContainText("Your company's sign-in does not answer at localhost.")
  provider.answerPortal(true)
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect(title(other)).toHaveText('Sign in with your company')
  await expect(other.getByRole('alert'), 'nothing went wrong').toHaveCount(0)
  await other.getByLabel('E-mail address').fill(otherEmail)
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL('/home')

  // If the provider is down, the Master signs in with password and second factor, and allows passwords again.
  provider.answerPortal(false)
  await signOut(master)
  await fillIn(master, masterEmail, ownPassword)
  await master.getByLabel('Code of the authenticator app').fill(await app.code())
  await master.getByRole('button', { name: 'Sign in' }).click()
  await expect(master).toHaveURL('/home')
  await master.goto('/manageUsers/companySignIn')
  await master.getByRole('radio', { name: 'Off' }).check()
  await master.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(master.getByText('Off. Your users sign in with their passwords.')).toBeVisible()
  await signOut(page)
  await fillIn(page, email, ownPassword)
  await expect(page).toHaveURL('/home')
})

/** Signs in at the provider if it asks. With a session it redirects to the portal immediately. */
async function signInIfAsked(page: Page, name: string) {
  const loginField = page.getByPlaceholder('Enter any login')
  await expect(loginField.or(page.getByRole('button', { name: /^Signed in as/ }))).toBeVisible()
  if (await loginField.isVisible()) await enterAtProvider(page, name)
}

test('each mistake of a Master is answered with what to change, and nothing is used that does not work', async ({ as }) => {
  test.slow()
  const master = await as(null)
  await newCompany(master, await as(people.pccr), `mistakes-${process.pid}-${Date.now().toString(36)}.example`)
  await master.goto('/manageUsers/companySignIn')
  /** Keeps a picture with the results of the run, to be looked at. */
  const picture = (name: string) =>
    master.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true, animations: 'disabled' })
  const notice = tryCard(master).getByRole('alert')
  const saved = async (clientId: string, secret: string) => {
    await enterProvider(master, providerURL, secret, clientId)
    await expect(tryCard(master).getByRole('definition').nth(1)).toHaveText(clientId)
  }

  // A wrong address: no configuration, another name, no answer.
  const issuer = master.getByLabel('Issuer')
  await enterProvider(master, `${providerURL}/tenant`, client.secret)
  await expect(issuer).toHaveAccessibleDescription(
    /\/tenant\/\.well-known\/openid-configuration is not the configuration of an OpenID Connect provider\./,
  )
  await picture('wrong-address')
  await enterProvider(master, `${providerURL}/`, client.secret)
  await expect(issuer).toHaveAccessibleDescription(
    new RegExp(`This provider names itself ${providerURL}\\. Please enter exactly that address`),
  )
  await picture('other-name')
  await enterProvider(master, 'https://id.sinar.invalid', client.secret)
  await expect(master.getByRole('main')).toContainText("Your company's sign-in does not answer at id.sinar.invalid.")
  await picture('no-answer')

  // A wrong secret.
  await saved(client.id, 'a secret of another client'.replaceAll(' ', '-'))
  await tryIt(master, 'aina')
  await expect(notice).toContainText("Your company's sign-in does not accept this portal's client ID or client secret (invalid_client).")
  await picture('wrong-secret')
  // The result is stored with the settings.
  await master.reload()
  await expect(tryCard(master)).toContainText('(invalid_client)')
  await expect(tryCard(master)).toContainText(/The try on .* failed/)

  // A wrong signature.
  await saved(hmacClient.id, hmacClient.secret)
  await expect(tryCard(master)).not.toContainText('failed')
  await tryIt(master, 'aina')
  await expect(notice).toContainText("Your company's sign-in signs with HS256.")
  await picture('wrong-algorithm')

  // A provider that refuses the user. Without its session it asks who signs in.
  await master.context().clearCookies({ domain: 'localhost' })
  await saved(client.id, client.secret)
  await expect(notice, 'the failure was of other settings').toHaveCount(0)
  const opened = master.waitForEvent('popup')
  await tryCard(master).getByRole('button', { name: 'Try it' }).click()
  const window = await opened
  await window.getByRole('link', { name: /Cancel/ }).click()
  await expect(notice).toContainText("Your company's sign-in refused this sign-in (access_denied).")
  await picture('refused')
  expect(await findings(master)).toEqual([])
  await master.getByRole('button', { name: /^Signed in as/ }).click()
  await master.getByRole('menuitem', { name: /Bahasa Melayu/ }).click()
  await expect(master.getByText('Cuba', { exact: true }).first()).toBeVisible()
  await picture('refused-malay')

  // The same sentences are in the activity log.
  await master.goto('/activityLog')
  await expect(master.getByRole('main')).toContainText('(invalid_client)')
  await expect(master.getByRole('main')).toContainText('HS256')
})

test('an answer that this browser did not ask for signs no user in, and the page leads on', async ({ as }) => {
  const page = await as(null)
  await page.goto('/account/companySignIn?state=of-a-stranger&code=of-a-stranger')
  await expect(title(page)).toHaveText('You are not signed in')
  await expect(page.getByText('This answer does not belong to a sign-in that was begun in this browser.')).toBeVisible()
  await expect(page).toHaveURL('/account/companySignIn')
  // Another language does not take the focus, even in a browser in which a pressed button does not have it.
  await page.getByRole('button', { name: 'Bahasa Melayu' }).evaluate((button: HTMLElement) => {
    ;(document.activeElement as HTMLElement).blur()
    button.click()
  })
  await expect(title(page)).toHaveText('Anda belum log masuk')
  await expect(title(page)).not.toBeFocused()
  await page.getByRole('button', { name: 'Cuba lagi' }).click()
  await expect(title(page)).toHaveText('Log masuk dengan syarikat anda')
  await expect(title(page), 'the pressed button is gone').toBeFocused()
  await expect(page.getByRole('alert'), 'nothing went wrong').toHaveCount(0)
})

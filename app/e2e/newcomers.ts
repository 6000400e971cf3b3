/** Registering new users, and reading their e-mails. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { ask } from './people'

let made = 0

/** Returns an unused address, unique across runs. */
export const newEmail = (who: string) => `${who}.${process.pid}.${Date.now().toString(36)}${made++}@baharu.example`

/** A password that is not in the list of common passwords. */
export const ownPassword = 'harimau malaya 7'

/** Returns the links in the newest e-mail to an address, from the demo's mail page. Reads the page without a browser. */
export async function linksIn(of: Page | BrowserContext, email: string): Promise<string[]> {
  const read = async (address: string) => (await of.request.get(address)).text()
  const mails = [...(await read('/dev/mail')).matchAll(/<a[^>]* href="(\/dev\/mail\/[^"]+)"[^>]*>([\s\S]*?)<\/a>/g)]
  const newest = mails.find(([, , text = '']) =>
    text
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .includes(`To ${email}`),
  )
  expect(newest, `an e-mail to ${email}`).toBeDefined()
  const [, text = ''] = (await read(newest?.[1] ?? '')).split('<p class="text"')
  return [...text.matchAll(/<a href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&#x2f;', '/').replaceAll('&amp;', '&'))
}

/** Returns the first link in the newest e-mail to an address. */
export async function linkFor(of: Page | BrowserContext, email: string): Promise<string> {
  const [link = ''] = await linksIn(of, email)
  expect(link, `the e-mail to ${email} has a link`).toContain('#')
  return link
}

const tokenOf = (link: string) => link.split('#')[1] ?? ''

export const person = {
  name: 'Nur Aisyah binti Rahman',
  identificationType: 'ic',
  identificationNo: '900131-14-5678',
  mobileNo: '123456789',
}

/** Registers a user without the pages, for journeys about other things. */
export async function register(of: Page, email: string) {
  await ask(of, '/user-svc/api/v1/User/Register', { email, password: ownPassword, ...person })
}

export async function registerAndActivate(of: Page, email: string) {
  await register(of, email)
  await ask(of, '/user-svc/api/v1/User/Activate', { token: tokenOf(await linkFor(of, email)) })
}

/** Fills in the first step of registration. With an invitation the e-mail address is already filled in. */
export async function fillFirstStep(page: Page, email?: string) {
  if (email !== undefined) await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('New password', { exact: true }).fill(ownPassword)
  await page.getByLabel('New password again').fill(ownPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/account/registerDetails')
}

export async function fillSecondStep(page: Page) {
  await page.getByLabel('Full name').fill(person.name)
  await page.getByRole('radio', { name: 'IC/MyKad' }).check()
  await page.getByLabel('IC/MyKad number').fill(person.identificationNo)
  await page.getByLabel('Mobile number').fill(person.mobileNo)
  await page.getByRole('checkbox', { name: 'I agree to the terms and conditions' }).check()
  await page.getByRole('button', { name: 'Review and register' }).click()
}

export const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Review your details' })

/** Companies that register: importing their accounts by the utility's feed, and filling in the steps of the form. */
import { expect, type Page } from '@playwright/test'
import { deliver } from './feed'
import { newEmail, ownPassword, registerAndActivate } from './newcomers'
import { ask } from './people'
import { formOf, upload } from './review'
import { declaration, workbook } from './workbook'

let made = 0

export interface Company {
  registrationNo: string
  companyName: string
  /** Numbers of the accounts in the account master. The last account is inactive. */
  accounts: string[]
}

/** Imports this number of accounts of a new, unique company. */
export async function deliverCompany(count: number): Promise<Company> {
  const run = `${process.pid}`.padStart(6, '0').slice(-6)
  const mark = `${run}${Date.now()}`.slice(0, 6) + String(made++).padStart(2, '0')
  const company = {
    registrationNo: `2031${mark}`,
    companyName: `Baharu ${mark} Sdn Bhd`,
    accounts: Array.from({ length: count }, (_, place) => `21${mark.slice(-7)}${String(place).padStart(3, '0')}`),
  }
  await deliver(
    'accounts',
    company.accounts.map(
      (account, place) =>
        `${account},${company.registrationNo},${company.companyName},Lot ${place + 1} Jalan Perusahaan,Shah Alam,40000,Selangor,Manufacturing,LV General,${place === count - 1 ? 'inactive' : 'active'}`,
    ),
  )
  return company
}

/** Registers a new user without a company, and signs the user in. */
export async function newcomer(page: Page, who: string): Promise<string> {
  const email = newEmail(who)
  await registerAndActivate(page, email)
  await ask(page, '/user-svc/api/v1/User/Login', { username: email, password: ownPassword })
  return email
}

export const step = (page: Page) => page.getByRole('heading', { level: 2 }).first()
export const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
export const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible()

const plain = declaration('a plain pdf')
export const pdf = (name = 'Declaration signed.pdf') => ({ name, mimeType: 'application/pdf', buffer: plain })

/** Returns a workbook of account numbers and reference IDs for a file input. */
export const workbookOf = (name: string, accounts: readonly (readonly [string, string])[]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: workbook(accounts),
})

export async function chooseType(page: Page, type: 'Organisation' | 'Government entity' = 'Organisation') {
  await expect(step(page)).toHaveText('Who is registering?')
  await page.getByRole('radio', { name: type }).check()
  await goOn(page)
}

export async function fillCompany(page: Page, company: Company) {
  await expect(step(page)).toHaveText('Your company')
  await page.getByLabel('Company registration number').fill(company.registrationNo)
  await page.getByLabel('Landline').fill('355112233')
  await expect(page.getByLabel('Company name')).toHaveValue(company.companyName)
  await goOn(page)
}

export async function fillAddress(page: Page) {
  await expect(step(page)).toHaveText('Mailing address')
  await page.getByLabel('Unit and floor').fill('Unit 12-3')
  await goOn(page)
}

export async function fillContacts(page: Page) {
  await expect(step(page)).toHaveText('Contacts')
  const [first, second] = [page.getByRole('group', { name: 'Primary contact' }), page.getByRole('group', { name: 'Secondary contact' })]
  await first.getByRole('button', { name: /^Fill in my own details/ }).click()
  await first.getByLabel('Job title').fill('Finance Manager')
  await first.getByLabel('Department').fill('Finance')
  await second.getByLabel('Full name').fill('Hafiz bin Omar')
  await second.getByLabel('Job title').fill('Executive')
  await second.getByLabel('Department').fill('Facilities')
  await second.getByLabel('E-mail address').fill('hafiz@baharu.example')
  await second.getByLabel('Mobile number').fill('+60198765432')
  await goOn(page)
}

export async function uploadDeclaration(page: Page) {
  await expect(step(page)).toHaveText('Signed declaration')
  await page.getByLabel(/^Choose the declaration/).setInputFiles(pdf())
  await expect(page.getByText('Declaration signed.pdf', { exact: true })).toBeVisible()
  await goOn(page)
}

/** Fills in all steps before the accounts. */
export async function fillUpToAccounts(page: Page, company: Company) {
  await page.goto('/bulkAccount/register')
  await chooseType(page)
  await fillCompany(page, company)
  await fillAddress(page)
  await fillContacts(page)
  await uploadDeclaration(page)
  await expect(step(page)).toHaveText('Electricity accounts')
}

/** Saves a draft in which all steps before the accounts are filled in, by calls, and opens the accounts. */
export async function draftUpToAccounts(page: Page, { companyName, registrationNo }: Company) {
  const form = formOf(companyName, registrationNo, newEmail('contact'), await upload(page, 'Declaration signed.pdf'))
  await ask(page, '/portal/api/v1/Registration/SaveDraft', { form, step: 5, draftVersion: 0 })
  await page.goto('/bulkAccount/register?step=accounts')
  await expect(step(page)).toHaveText('Electricity accounts')
}

export const toBeTaken = (page: Page, count: string) => expect(page.getByText(`${count} accounts to add`)).toBeVisible()
export const status = (page: Page, word: string) => expect(page.getByRole('main').getByText(word, { exact: true }).first()).toBeVisible()

/** Applications for a bulk account by calls, without the pages, for journeys about staff's review. */
import { expect, type Page } from '@playwright/test'
import { newEmail, ownPassword, registerAndActivate } from './newcomers'
import { ask } from './people'
import { declaration } from './workbook'

const service = '/account-svc/api/v1/BulkRegistration'

const declarations = {
  pdf: { mimeType: 'application/pdf', buffer: declaration('a plain pdf') },
  png: { mimeType: 'image/png', buffer: declaration('a plain png') },
}

/** Uploads a declaration as the user of this browser. */
export async function upload(page: Page, name: string): Promise<string> {
  const kind = name.endsWith('.png') ? 'png' : 'pdf'
  const answer = await page.request.post(`${service}/UploadDeclaration`, {
    multipart: { File: { name, ...declarations[kind] } },
    headers: { 'X-Session': 'cookie' },
  })
  expect(answer.ok(), `uploading ${name}: ${answer.status()}`).toBe(true)
  return ((await answer.json()) as { Data: { fileId: string } }).Data.fileId
}

interface Contact {
  name: string
  email: string
  mobileNo: string
  jobTitle: string
  department: string
}

export interface Application {
  registrationId: string
  /** The start of the ID, which users see. */
  applicationId: string
  company: string
  form: {
    businessType: number
    details: {
      companyName: string
      registrationNo: string
      landline: string
      mailingAddress: Record<'unitFloor' | 'building' | 'street' | 'city' | 'postalCode' | 'state', string>
      primaryContact: Contact
      secondaryContact: Contact
    }
    declarationFileId: string
  }
}

/** Returns a complete form of an application. */
export function formOf(companyName: string, registrationNo: string, email: string, declarationFileId: string): Application['form'] {
  const contact = { name: 'Hafiz bin Omar', email, mobileNo: '198765432', jobTitle: 'Executive', department: 'Facilities' }
  return {
    businessType: 2,
    details: {
      companyName,
      registrationNo,
      landline: '355112233',
      mailingAddress: {
        unitFloor: 'Unit 12-3',
        building: 'Menara Ujian',
        street: 'Jalan Perusahaan 5',
        city: 'Klang',
        postalCode: '41000',
        state: 'Selangor',
      },
      primaryContact: { ...contact, name: 'Nur Aisyah binti Rahman', jobTitle: 'Finance Manager', department: 'Finance' },
      secondaryContact: contact,
    },
    declarationFileId,
  }
}

const listed = (numbers: readonly string[]) => numbers.map((accountNo) => ({ accountNo, isSelect: true, source: 'manual' }))

/** Registers a new user, signs the user in on this page, and applies with these accounts. */
export async function apply(
  page: Page,
  company: string,
  registrationNo: string,
  accounts: readonly string[],
  email = newEmail('applicant'),
): Promise<Application> {
  await registerAndActivate(page, email)
  await ask(page, '/user-svc/api/v1/User/Login', { username: email, password: ownPassword })
  const form = formOf(company, registrationNo, email, await upload(page, 'Akuan.pdf'))
  const { registrationId } = await ask<{ registrationId: string }>(page, `${service}/RegisterBulkAccount`, {
    form,
    accounts: listed(accounts),
  })
  return { registrationId, applicationId: registrationId.slice(0, 8), company, form }
}

/** Submits the application again, as the user of this browser. */
export async function applyAgain(page: Page, { registrationId }: Application, form: Application['form'], accounts: readonly string[]) {
  await ask(page, `${service}/UpdateRegistrationRecord`, { registrationId, form, accounts: listed(accounts) })
}

/** Decides on an application by a call, as the staff user of this browser. */
export async function decide(page: Page, { registrationId }: Application, action: 'approve' | 'requestForInfo', remark?: string) {
  await ask(page, `${service}/UpdateBulkAccountRegistrationStatus`, { registrationId, action, ...(remark && { remark }) })
}

export const reviewOf = ({ registrationId }: Application) => `/admin/manageRegistrations/${registrationId}`

/** Waits until the job has processed an approved application. Returns the bulk account's number. */
export async function processed(page: Page, { registrationId }: Application): Promise<string> {
  let bulkId: string | null = null
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`${service}/GetRegistrationApplicationByID/${registrationId}`, {
          headers: { 'X-Session': 'cookie' },
        })
        const { Data } = (await answer.json()) as { Data: { head: { status: number }; bulkId: string | null } }
        bulkId = Data.bulkId
        return Data.head.status
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(5)
  return bulkId ?? ''
}

/** Returns the panel of the decision. */
export const panel = (page: Page) => page.getByRole('complementary', { name: 'Decision' })

/** Checks the badge next to the title. */
export const badge = (page: Page, word: string) => expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText(word)

/** Personal data: a user makes a request and downloads their data, staff answer, and ICT keeps the register of breaches. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { executeSql } from './database'
import { dialog } from './dialogs'
import { title } from './pay'
import { ask, askOnce, expect, people, test } from './people'
import { rowOf } from './team'

interface OwnRequest {
  number: string
  state: string
}

/** Withdraws the user's open requests, so that the journey can be repeated. */
async function withdrawAll(page: Page) {
  const answer = await page.request.get('/portal/api/v1/PersonalData/Requests', { headers: { 'X-Session': 'cookie' } })
  const { items } = ((await answer.json()) as { Data: { items: OwnRequest[] } }).Data
  for (const { number, state } of items)
    if (state === 'open' || state === 'extended') await ask(page, '/portal/api/v1/PersonalData/Requests/Withdraw', { number })
}

test('a user asks for access, downloads their data, and staff answer', async ({ as }) => {
  test.slow()
  const viewer = await as(people.viewer)
  await withdrawAll(viewer)
  await viewer.goto('/myProfile')
  await viewer.getByRole('link', { name: 'Open your personal data' }).click()
  await expect(title(viewer)).toHaveText('Your personal data')

  // The form refuses an empty text, and then sends the request.
  await viewer.getByRole('button', { name: 'Make a request' }).click()
  const form = dialog(viewer)
  await form.getByRole('button', { name: 'Send the request' }).click()
  await expect(form.getByLabel('Details')).toHaveAccessibleDescription(/Describe the request in at most 4,?000 characters\./)
  await form.getByLabel('Details').fill('Please send me a copy of my data.')
  expect(await findings(viewer)).toEqual([])
  await form.getByRole('button', { name: 'Send the request' }).click()
  await expect(form).toBeHidden()
  const own = viewer.getByRole('listitem').filter({ hasText: 'Awaiting answer' })
  await expect(own).toContainText('Access to my data')
  const number = (await own.textContent())?.match(/DR-\d+/)?.[0] ?? ''

  // The file is prepared for the tray.
  await viewer.getByRole('button', { name: 'Download my data' }).click()
  await expect(viewer.getByText(/(My data .*\.zip)/).first()).toBeVisible()

  // Staff find the request, extend it, and answer it.
  const ict = await as(people.ict)
  await ict.goto(`/admin/personalData?search=${number}`)
  await expect(title(ict)).toHaveText('Requests about personal data')
  // The row's menu leads to the request with its list, as the row's link does.
  await rowOf(ict, number)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await ict.getByRole('menuitem', { name: 'Open request' }).click()
  await expect(ict).toHaveURL(new RegExp(`queue=.*search%3D${number}`))
  await expect(ict.getByText('section 31 of the Personal Data Protection Act 2010')).toBeVisible()
  expect(await findings(ict)).toEqual([])
  await ict.getByRole('button', { name: 'Extend the deadline' }).click()
  await dialog(ict).getByLabel('Reason').fill('The archive is being moved.')
  await dialog(ict).getByRole('button', { name: 'Extend the deadline' }).click()
  await expect(dialog(ict)).toBeHidden()
  await expect(ict.getByText('The archive is being moved.')).toBeVisible()
  await ict.getByLabel('Answer, or reason for the refusal').fill('We sent you the file.')
  // A typed answer is not lost without a question.
  await ict.getByRole('navigation', { name: 'Where you are' }).getByRole('link').click()
  await expect(dialog(ict)).toContainText('Leave without saving?')
  await dialog(ict).getByRole('button', { name: 'Stay' }).click()
  await ict.getByRole('button', { name: 'End the request' }).click()
  await expect(ict.getByText('We sent you the file.')).toBeVisible()

  // The user reads the answer.
  const answered = viewer.getByRole('listitem').filter({ hasText: number })
  await expect(answered).toContainText('Answered')
  await expect(answered).toContainText('We sent you the file.')
})

test('two officers erase the data of a user who left', async ({ as }, { retry, repeatEachIndex }) => {
  test.slow()
  const number = `${retry}${repeatEachIndex}`
  const [id, email] = [`5e1f0000-0000-4000-8000-0000000000${number}`, `left${number}@sinar.example`]
  await executeSql(
    `insert into person (person_id, email, name, role, bulk_id, is_staff, created_at, disabled_at, deleted_at)
     values ('${id}', '${email}', 'Zulaikha binti Yaakob', 'viewer', '${bulkIds.sinar}', false, now(), now(), now())`,
  )
  const ict = await as(people.ict)
  // The user left, so the request comes by post. The address finds the user.
  const receivedOn = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kuala_Lumpur' })
  const { number: request } = await askOnce<{ number: string }>(ict, '/portal/api/v1/Admin/DataRequests/Record', {
    ...{ kind: 'erasure', channel: 'letter', personName: 'Zulaikha binti Yaakob', email },
    ...{ text: 'Please erase my data.', receivedOn },
  })
  await ict.goto(`/admin/personalData/requests/${request}`)
  await expect(ict.getByText('Yes, but the user can no longer sign in')).toBeVisible()
  await expect(ict.getByLabel('Answer, or reason for the refusal')).toHaveAccessibleDescription(/^Send it by post or e-mail/)
  // Another officer has the dialogue of a proposal open when the first one proposes.
  const pccr = await as(people.pccr)
  await pccr.goto(`/admin/personalData/requests/${request}`)
  await pccr.getByRole('button', { name: 'Propose erasure' }).click()
  await dialog(pccr).getByLabel('Reason').fill('The same.')
  await ict.getByRole('button', { name: 'Propose erasure' }).click()
  await dialog(ict).getByLabel('Reason').fill('The user asked for it by post.')
  expect(await findings(ict)).toEqual([])
  await dialog(ict).getByRole('button', { name: 'Propose erasure' }).click()
  await expect(ict.getByText('The erasure was proposed. A second officer must confirm it.')).toBeVisible()
  // The same officer cannot confirm it.
  await expect(ict.getByText(/proposed it on .*: The user asked for it by post\./)).toBeVisible()
  await expect(ict.getByRole('button', { name: 'Erase personal data' })).toHaveAttribute('aria-disabled', 'true')
  // What the dialogue called a proposal erases nothing.
  await dialog(pccr).getByRole('button', { name: 'Propose erasure' }).click()
  await expect(
    dialog(pccr)
      .getByText(/another officer has decided/)
      .first(),
  ).toBeVisible()
  await dialog(pccr).getByRole('button', { name: 'Cancel' }).click()
  await pccr.getByRole('button', { name: 'Erase personal data' }).click()
  expect(await findings(pccr)).toEqual([])
  await dialog(pccr).getByRole('button', { name: 'Erase personal data' }).click()
  await expect(pccr.getByText('The personal data was erased', { exact: true })).toBeVisible()
  await expect(pccr.getByText('Former user').first()).toBeVisible()
  await expect(pccr.getByText('Zulaikha binti Yaakob')).toBeHidden()
})

test('a breach is recorded and corrected, and keeps its versions', async ({ as }) => {
  test.slow()
  const ict = await as(people.ict)
  await ict.goto('/admin/personalData/breaches')
  await ict.getByRole('button', { name: 'Record a breach' }).first().click()
  const form = dialog(ict)
  await form.getByRole('textbox', { name: 'Known since: day' }).fill('01 Nov 2026')
  await form.getByLabel('Known since: time').fill('25:00')
  await form.getByLabel('What happened, in one line').fill('A letter went to the wrong address')
  await form.getByLabel('Personal data concerned').fill('Names and account numbers')
  await form.getByLabel('Number of affected persons').fill('about 300')
  await form.getByLabel('Causes').fill('A slip')
  await form.getByLabel('Measures taken and planned').fill('The letter was called back')
  expect(await findings(ict)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Known since: time')).toHaveAccessibleDescription(/Enter a time such as 22:30\./)
  await form.getByLabel('Known since: time').fill('9:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Number of affected persons')).toHaveAccessibleDescription(/Enter a number of persons from 0/)
  await form.getByLabel('Number of affected persons').fill('3')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(title(ict)).toHaveText(/^Breach BR-\d+$/)
  expect(await findings(ict)).toEqual([])

  await ict.getByRole('button', { name: 'Add a version' }).click()
  await dialog(ict).getByRole('textbox', { name: 'Commissioner notified: day' }).fill('02 Nov 2026')
  await dialog(ict).getByLabel('Commissioner notified: time').fill('10:00')
  await dialog(ict).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(ict).getByLabel('Why is the entry changed?')).toHaveAccessibleDescription(/Say why the entry is changed/)
  await dialog(ict).getByLabel('Why is the entry changed?').fill('The Commissioner was notified.')
  await dialog(ict).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(ict)).toBeHidden()
  const duty = (name: string) =>
    ict.getByRole('list', { name: 'Notifications required by law' }).getByRole('listitem').filter({ hasText: name })
  await expect(duty('Personal Data Protection Commissioner')).toContainText('02 Nov 2026, 10:00')
  await expect(duty('NACSA')).toHaveCount(0)

  await ict.getByRole('button', { name: 'Add a version' }).click()
  const incident = dialog(ict).getByRole('radiogroup', { name: /cyber security incident/ })
  await incident.getByRole('radio', { name: 'Yes' }).check()
  await dialog(ict).getByRole('textbox', { name: 'NACSA notified: day' }).fill('01 Nov 2026')
  await dialog(ict).getByLabel('NACSA notified: time').fill('09:30')
  await dialog(ict).getByLabel('Why is the entry changed?').fill('Malware sent the letter.')
  expect(await findings(ict)).toEqual([])
  await dialog(ict).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(ict)).toBeHidden()
  await expect(duty('lead: notice')).toContainText('At once')
  await expect(duty('lead: notice')).toContainText('01 Nov 2026, 09:30')
  await expect(duty('lead: particulars')).toContainText('01 Nov 2026, 15:00')
  await expect(duty('lead: particulars')).toContainText('Overdue')
  await expect(duty('lead: supplement')).toContainText('15 Nov 2026, 09:00')
  await expect(ict.getByRole('heading', { name: 'Version 1' })).toBeVisible()
})

/** Records a breach that became known at this time, and returns its number. */
async function recordBreach(page: Page, knownAt: Date): Promise<string> {
  const entry = {
    ...{ knownAt: knownAt.toISOString(), summary: 'A list was left in a train', data: 'Names', persons: null, causes: 'A slip' },
    ...{ measures: 'The list was found', isHarmLikely: true, isCyberIncident: false },
  }
  return (await ask<{ number: string }>(page, '/portal/api/v1/Admin/Breaches/Record', { entry })).number
}

test('a breach is overdue once the hours of its next notification have passed', async ({ as }) => {
  const ict = await as(people.ict)
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const [late, soon] = [await recordBreach(ict, hoursAgo(72.02)), await recordBreach(ict, hoursAgo(71.5))]
  await ict.goto('/admin/personalData/breaches')
  await expect(rowOf(ict, late)).toContainText(/Overdue: .*:\d\d/)
  await expect(rowOf(ict, soon)).not.toContainText('Overdue')
})

test('a version of a breach does not overwrite a later version of a colleague', async ({ as }) => {
  const [first, second] = [await as(people.ict), await as(people.ict)]
  const number = await recordBreach(first, new Date('2026-11-01T09:00:00+08:00'))
  const addVersion = async (page: Page, persons: string) => {
    await page.goto(`/admin/personalData/breaches/${number}`)
    await page.getByRole('button', { name: 'Add a version' }).click()
    await dialog(page).getByLabel('Number of affected persons').fill(persons)
    await dialog(page).getByLabel('Why is the entry changed?').fill('They were counted.')
  }
  const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()
  await addVersion(first, '3')
  await addVersion(second, '12')
  await save(second)
  await expect(dialog(second)).toBeHidden()
  // The first page shows the new version behind its dialogue.
  await expect(first.getByRole('heading', { name: 'Version 1', includeHidden: true })).toBeAttached()
  await save(first)
  await expect(dialog(first)).toContainText('Another user has added a version to this breach.')
})

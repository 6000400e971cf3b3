/** All screens by audience, each with an address that exists in the demo. */
import { expect, type Page } from '@playwright/test'
import { accountActions, accountScreens } from './accountScreens'
import { bulkIds } from './bills'
import { companyScreens } from './companyScreens'
import { dialogOpens } from './dialogs'
import { newEmail, ownPassword, person } from './newcomers'
import { ask, people, quiet } from './people'
import { findOrOpenQuery, openQueryAsPayer } from './queries'
import { paymentStatuses } from './statuses'

export interface Screen {
  name: string
  address: string
  /** Brings the screen into its state, such as an open dialogue, an error or a menu. */
  prepare?: (page: Page) => Promise<void>
}

/** Waits until everything has loaded. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await quiet(page)
}

async function toSecondStep(page: Page) {
  await page.locator('#email').fill(newEmail('axe'))
  await page.locator('#password').fill(ownPassword)
  await page.locator('#confirmation').fill(ownPassword)
  await page.locator('button[type=submit]').click()
  await expect(page.locator('#name')).toBeVisible()
}

const publicScreens: Screen[] = [
  { name: 'sign-in', address: '/' },
  { name: 'staff sign-in', address: '/admin/login' },
  { name: 'sign-in after inactivity', address: '/?idle=1' },
  { name: 'not found', address: '/404' },
  { name: 'not allowed', address: '/unauthorized' },
  { name: 'learn more', address: '/learnMore' },
  { name: 'signing in with the company', address: '/account/companySignIn' },
  { name: 'signing in with the company, a foreign answer', address: '/account/companySignIn?state=unknown' },
  { name: 'file of an export, invalid link', address: '/account/accountingFile#not-a-token' },
  { name: 'confirming an address, invalid link', address: '/account/confirmAddress#not-a-token' },
  { name: 'stopping e-mails, invalid link', address: '/account/stopEmails#not-a-token' },
  { name: 'API documentation', address: '/apiDocs' },
  { name: 'a call of the API documentation', address: '/apiDocs#MakePayment' },
  { name: 'verify an audit pack', address: '/verifyPack' },
  { name: 'service status', address: '/status' },
  { name: 'register', address: '/account/register' },
  { name: 'register, invalid link', address: '/account/register#not-a-token' },
  { name: 'activate, invalid link', address: '/account/activate#not-a-token' },
  { name: 'a new activation link', address: '/account/expiredLink' },
  { name: 'activation link sent', address: '/account/activateLinkSent' },
  { name: 'forgot the password', address: '/account/forgotPassword' },
  { name: 'link to a new password sent', address: '/account/forgotPasswordSent' },
  { name: 'new password, invalid link', address: '/account/resetPassword#not-a-token' },
  {
    name: 'master role transferred',
    address: '/account/transferMasterRoleSuccess',
    // Without a transfer this address redirects to the sign-in page.
    prepare: async (page) => {
      await page.evaluate(() => sessionStorage.setItem('gridbill.masterTransferred', '1'))
      await page.goto('/account/transferMasterRoleSuccess')
    },
  },
  { name: 'staff forgot the password', address: '/admin/forgotPassword' },
  { name: 'link to a new staff password sent', address: '/admin/forgotPasswordSent' },
  { name: 'new staff password, invalid link', address: '/admin/resetPassword#not-a-token' },
  { name: 'staff activation, invalid link', address: '/admin/verifyActivation#not-a-token' },
  { name: 'after activating', address: '/?done=activated' },
  {
    name: 'registering, errors at the fields',
    address: '/account/register',
    prepare: async (page) => {
      await page.locator('#email').fill(people.master)
      await page.locator('button[type=submit]').click()
      await expect(page.locator('#email-error')).toBeVisible()
      await expect(page.locator('[role=alert]')).toBeFocused()
    },
  },
  {
    name: 'about you, errors at every field',
    address: '/account/register',
    prepare: async (page) => {
      await toSecondStep(page)
      await page.locator('button[type=submit]').click()
      await expect(page.locator('#agreed-error')).toBeVisible()
    },
  },
  {
    name: 'the terms and conditions',
    address: '/account/register',
    prepare: async (page) => {
      await toSecondStep(page)
      await page.locator('#agreed').locator('xpath=ancestor::form').locator('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'review before registering',
    address: '/account/register',
    prepare: async (page) => {
      await toSecondStep(page)
      await page.locator('#name').fill(person.name)
      await page.locator('input[value=ic]').check()
      await page.locator('#identificationNo').fill(person.identificationNo)
      await page.locator('#mobileNo').fill(person.mobileNo)
      await page.locator('#agreed').check()
      await page.locator('button[type=submit]').click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'sign-in, errors at the fields',
    address: '/',
    prepare: async (page) => {
      await page.locator('button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'sign-in refused by the server',
    address: '/admin/login',
    prepare: async (page) => {
      await page.locator('#username').fill(`nobody-${Date.now()}@utility.example`)
      await page.locator('#password').fill('not-the-password-1')
      await page.locator('button[type=submit]').click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
]

interface Listed {
  transactionNo: string
  status: number
  paymentMethod: string
}

const onePerStatus = (payments: Listed[]) => [...new Map(payments.map((payment) => [payment.status, payment])).values()]

async function refuseProfile(page: Page) {
  await page.locator('#name').fill('')
  await page.locator('button[type=submit]').click()
  await expect(page.locator('#name')).toHaveAttribute('aria-invalid', 'true')
}

/** Returns the key of an open finding. Waits for the first audit if there is none. */
async function openFindingKey(page: Page): Promise<string> {
  const found = () =>
    ask<{ items: { findingId: string; invoiceNo: string }[] }>(page, `/portal/api/v1/Findings/GetFindings/${bulkIds.sinar}`, {
      filter: { states: ['open'] },
      recordCount: 1,
    })
  await expect.poll(async () => (await found()).items.length, { timeout: 120_000 }).toBe(1)
  const [first] = (await found()).items
  return `${first?.invoiceNo}.${first?.findingId}`
}

async function customerScreens(page: Page): Promise<Screen[]> {
  const id = bulkIds.sinar
  const [{ items: payments }, { items: bills }, { items: final }] = await Promise.all([
    ask<{ items: Listed[] }>(page, `/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${id}`, { recordCount: 1000 }),
    ask<{ items: { invoiceNo: string }[] }>(page, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${id}`, { recordCount: 1 }),
    ask<{ items: { invoiceNo: string }[] }>(page, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${id}`, {
      recordCount: 1,
      sort: { by: 'totalAmountPayable', descending: false },
    }),
  ])
  const query = await findOrOpenQuery(page)
  const finding = await openFindingKey(page)
  const shown = onePerStatus(payments)
  const expected = Object.values<number>(paymentStatuses).filter((status) => status !== paymentStatuses.paymentRequired)
  expect(shown.map(({ status }) => status).sort((a, b) => a - b)).toEqual(expected.filter(isExpected(payments)))
  const at = (status: number) => `/billPayment/transactions/${shown.find((one) => one.status === status)?.transactionNo}`
  return [
    { name: 'home', address: '/home' },
    { name: 'bills by batch', address: '/billPayment' },
    { name: 'outstanding bills', address: '/billPayment/outstanding' },
    { name: 'outstanding bills, filtered', address: '/billPayment/outstanding?overdue=true&sort=totalAmountPayable' },
    { name: 'outstanding bills, nothing matches', address: '/billPayment/outstanding?search=210000000000' },
    { name: 'outstanding charges', address: '/billPayment/charges' },
    { name: 'bill history', address: '/billPayment/history' },
    { name: 'payments made elsewhere', address: '/billPayment/elsewhere' },
    { name: 'due calendar', address: '/billPayment/calendar' },
    { name: 'learn more, signed in', address: '/learnMore' },
    { name: 'API documentation, signed in', address: '/apiDocs' },
    { name: 'verify an audit pack, signed in', address: '/verifyPack' },
    { name: 'service status, signed in', address: '/status' },
    { name: 'bill history, filtered', address: '/billPayment/history?status=paid&reading=estimated' },
    { name: 'bill', address: `/billPayment/bills/${bills[0]?.invoiceNo}` },
    {
      name: 'asking about a bill',
      address: `/billPayment/bills/${bills[0]?.invoiceNo}?open=ask`,
      prepare: dialogOpens,
    },
    { name: 'use of a bill', address: `/billPayment/bills/${bills[0]?.invoiceNo}?tab=use` },
    { name: 'e-invoice of a bill', address: `/billPayment/bills/${bills[0]?.invoiceNo}?tab=eInvoice` },
    { name: 'bill with a query', address: `/billPayment/bills/${query.invoiceNo}?tab=history` },
    { name: 'findings', address: '/billPayment/findings' },
    { name: 'findings, nothing matches', address: '/billPayment/findings?state=all&search=210000000000' },
    { name: 'a finding in the side panel', address: `/billPayment/findings?panel=${finding}` },
    { name: 'dismissing a finding', address: `/billPayment/findings?open=dismiss&finding=${finding}`, prepare: dialogOpens },
    { name: 'muting a rule', address: `/billPayment/findings?open=mute&finding=${finding}`, prepare: dialogOpens },
    { name: 'bill with a finding', address: `/billPayment/bills/${finding.split('.')[0]}` },
    { name: 'thresholds of findings', address: '/billPayment/findings/settings' },
    {
      name: 'thresholds of findings, refused',
      address: '/billPayment/findings/settings',
      prepare: async (page) => {
        await page.locator('form summary').first().click()
        await page.locator('form input[type=text], form input[inputmode]').first().fill('fifty')
        await page.locator('button[type=submit]').click()
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      },
    },
    { name: 'queries', address: '/billPayment/queries' },
    { name: 'queries, nothing matches', address: '/billPayment/queries?show=all&search=210000000000' },
    { name: 'bill with a credit', address: `/billPayment/bills/${final[0]?.invoiceNo}` },
    { name: 'method without bills', address: '/billPayment/pay/method' },
    { name: 'proposals', address: '/billPayment/proposals' },
    { name: 'proposals, nothing matches', address: '/billPayment/proposals?state=all&search=A0000000000000' },
    { name: 'approval policy', address: '/billPayment/proposals/policy' },
    { name: 'an unknown payment group', address: '/billPayment/transactions/groups/G0000000000000' },
    { name: 'an unknown proposal', address: '/billPayment/proposals/A0000000000000' },
    { name: 'statements', address: '/billPayment/statements' },
    { name: 'a statement requested', address: '/billPayment/statements?open=request' },
    {
      name: 'a statement of another account',
      address: '/billPayment/statements?open=request',
      prepare: (page) => page.getByRole('dialog').getByRole('radio').nth(1).check(),
    },
    { name: 'payments', address: '/billPayment/transactions' },
    { name: 'payments, filtered', address: '/billPayment/transactions?status=actionRequired&method=EFT_GIRO' },
    ...shown.flatMap(({ status, transactionNo }) => [
      { name: `payment of status ${status}`, address: `/billPayment/transactions/${transactionNo}` },
      { name: `result of status ${status}`, address: `/billPayment/transactions/${transactionNo}/result` },
    ]),
    { name: "payment's invoices", address: `${at(paymentStatuses.paid)}?tab=invoices` },
    { name: "payment's history", address: `${at(paymentStatuses.paid)}?tab=activity` },
    { name: 'paying the difference', address: `${at(paymentStatuses.insufficientPending)}/difference` },
    { name: 'choosing the account for a credit', address: `${at(paymentStatuses.overpayPending)}/credit` },
    { name: 'a difference that was not requested', address: `${at(paymentStatuses.paid)}/difference` },
    ...(await accountScreens(page)),
    { name: 'own profile', address: '/myProfile' },
    { name: 'adding a second factor', address: '/myProfile/secondFactor' },
    { name: "connecting the company's sign-in", address: '/myProfile/companySignIn' },
    { name: 'editing the own profile', address: '/myProfile/edit' },
    { name: 'own personal data', address: '/myProfile/personalData' },
    { name: 'editing the own profile, refused', address: '/myProfile/edit', prepare: refuseProfile },
    { name: 'notifications', address: '/notifications' },
    { name: 'notifications, nothing matches', address: '/notifications?search=P9999999999999' },
    { name: 'activity log', address: '/activityLog' },
    { name: 'an unknown payment', address: '/billPayment/transactions/P0000000000000' },
  ]
}

/** Statuses that jobs change in the demo, by posting the payment or asking the gateway, so that a payment may have left them. */
const transientStatuses: number[] = [paymentStatuses.processing, paymentStatuses.paymentInitiated, paymentStatuses.fpxPending]
const isExpected = (payments: Listed[]) => (status: number) =>
  !transientStatuses.includes(status) || payments.some((one) => one.status === status)

interface Member {
  userId: string
  role: string
}

/** Screens that only a Master may open. */
async function masterScreens(page: Page): Promise<Screen[]> {
  const { items } = await ask<{ items: Member[] }>(page, `/user-svc/api/v1/User/GetManageUsersTable/${bulkIds.sinar}`)
  const idOf = (role: string) => items.find((member) => member.role === role)?.userId
  const over = (name: string, query: string): Screen => ({ name, address: `/manageUsers?${query}`, prepare: dialogOpens })
  return [
    {
      name: 'setting up approval',
      address: '/billPayment/proposals/policy?open=edit',
      prepare: (page) => page.getByRole('button', { name: /^(Add a group|Tambah kumpulan)$/ }).click(),
    },
    { name: 'users', address: '/manageUsers' },
    { name: 'users, filtered', address: '/manageUsers?activity=active&role=member' },
    { name: 'users, nothing matches', address: '/manageUsers?search=nobody%20of%20that%20name' },
    { name: 'second factors of users', address: '/manageUsers/secondFactor' },
    { name: 'addresses of the company', address: '/manageUsers/addresses' },
    { name: 'webhooks', address: '/manageUsers/webhooks' },
    {
      name: 'webhooks, adding',
      address: '/manageUsers/webhooks',
      prepare: async (page) => {
        await page.locator('main button').first().click()
        await expect(page.getByRole('dialog')).toBeVisible()
      },
    },
    { name: 'deliveries of a deleted webhook', address: '/manageUsers/webhooks/00000000-0000-4000-8000-000000000000' },
    { name: 'API tokens', address: '/manageUsers/apiTokens' },
    {
      name: 'creating an API token',
      address: '/manageUsers/apiTokens',
      prepare: (page) => page.getByRole('button', { name: /^(Create token|Cipta token)$/ }).click(),
    },
    {
      name: 'company sign-in of users',
      address: '/manageUsers/companySignIn',
    },
    {
      name: 'users: the menu of a row',
      address: '/manageUsers',
      prepare: async (page) => {
        await page.locator('main [aria-haspopup=true]').first().click()
        await expect(page.getByRole('menu')).toBeVisible()
      },
    },
    over('adding a user', 'open=add'),
    {
      name: 'adding a user, refused',
      address: '/manageUsers?open=add',
      prepare: async (page) => {
        await page.locator('button[type=submit]').click()
        await expect(page.getByRole('alert')).toBeVisible()
        await page.getByRole('checkbox').nth(1).check()
      },
    },
    over('editing a user', `open=edit&user=${idOf('member')}`),
    over('editing the Master', `open=edit&user=${idOf('master')}`),
    over('removing a user', `open=remove&user=${idOf('viewer')}`),
    over('transferring the master role', 'open=transfer'),
    over('transferring the master role to a user', `open=transfer&user=${idOf('member')}`),
    ...(await accountActions(page)),
  ]
}

/** Uploads a statement of a bank that no journey uses, with one line that fits no payment. Returns the address of the line. */
async function unmatchedLine(page: Page): Promise<string> {
  const upload = await page.request.post('/portal/api/v1/BankStatements/Upload', {
    multipart: {
      bankId: 'RHB0218',
      File: {
        name: 'rhb-november.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Date,Reference,Amount\r\n03/11/2026,SEWA PEJABAT,"1,204.50"\r\n'),
      },
    },
    headers: { 'X-Session': 'cookie' },
  })
  expect(upload.ok(), await upload.text()).toBe(true)
  const { statementId } = (await upload.json()).Data as { statementId: string }
  const columns = { statementId, columns: { day: 0, reference: 1, amount: 2 } }
  await ask(page, '/portal/api/v1/BankStatements/Columns', columns)
  return `/admin/payments/statements/${statementId}/1`
}

async function staffScreens(page: Page): Promise<Screen[]> {
  const { items: payments } = await ask<{ items: Listed[] }>(page, '/payments-svc/api/v1/Admin/GetAdminAllPayments', { recordCount: 1000 })
  const fpx = payments.find(({ paymentMethod, status }) => paymentMethod === 'FPX' && status === paymentStatuses.paid)?.transactionNo
  const paid = payments.find(({ paymentMethod, status }) => paymentMethod !== 'FPX' && status === paymentStatuses.paid)?.transactionNo
  const { items: colleagues } = await ask<{ items: { userId: string; isSelf: boolean }[] }>(page, '/user-svc/api/v1/Admin/GetTNBUsersTable')
  const [self, other] = [colleagues.find(({ isSelf }) => isSelf), colleagues.find(({ isSelf }) => !isSelf)]
  const query = await openQueryAsPayer(page)
  return [
    { name: 'queries of customers', address: '/admin/queries' },
    { name: 'answers in time', address: '/admin/queries/service' },
    { name: 'answering a query', address: `/admin/queries/${bulkIds.sinar}/${query.queryId}` },
    { name: 'staff users', address: '/admin/manageTnbAdmins' },
    { name: 'adding a staff user', address: '/admin/manageTnbAdmins?open=add', prepare: dialogOpens },
    { name: 'editing a staff user', address: `/admin/manageTnbAdmins?open=edit&user=${other?.userId}`, prepare: dialogOpens },
    { name: 'editing oneself as a staff user', address: `/admin/manageTnbAdmins?open=edit&user=${self?.userId}`, prepare: dialogOpens },
    { name: 'deleting a staff user', address: `/admin/manageTnbAdmins?open=remove&user=${other?.userId}`, prepare: dialogOpens },
    { name: 'business users', address: '/admin/manageTnbUsers' },
    { name: 'business users, filtered', address: '/admin/manageTnbUsers?search=sinar&activity=active' },
    { name: 'users of a bulk account', address: `/admin/bulkAccounts/${bulkIds.sinar}/users` },
    ...(await companyScreens(page)),
    { name: 'staff home', address: '/admin' },
    { name: 'own staff profile', address: '/admin/myProfile' },
    { name: 'adding a second factor as staff', address: '/admin/myProfile/secondFactor' },
    { name: 'editing the own staff profile', address: '/admin/myProfile/edit' },
    { name: 'own personal data as staff', address: '/admin/myProfile/personalData' },
    { name: 'notifications of staff', address: '/admin/notifications' },
    { name: 'pending approval', address: '/admin/payments/pending' },
    { name: 'all payments', address: '/admin/payments/all' },
    { name: 'all payments, filtered', address: '/admin/payments/all?status=pendingReconciliation' },
    { name: 'all payments, nothing matches', address: '/admin/payments/all?search=P0000000000000' },
    { name: 'bill batches', address: '/admin/payments/batches' },
    { name: 'bill batches, nothing matches', address: '/admin/payments/batches?search=2800000000' },
    { name: 'queries of customers, nothing matches', address: '/admin/queries?show=all&search=210000000000' },
    { name: 'bank statements', address: '/admin/payments/statements' },
    { name: 'unmatched settlements', address: '/admin/payments/unmatched' },
    { name: 'uploading a bank statement', address: '/admin/payments/statements?open=upload', prepare: dialogOpens },
    { name: 'find and match', address: await unmatchedLine(page) },
    ...onePerStatus(payments).map(({ status, transactionNo }) => ({
      name: `staff: payment of status ${status}`,
      address: `/admin/payments/${transactionNo}`,
    })),
    { name: "staff: payment's invoices", address: `/admin/payments/${paid}?tab=invoices` },
    { name: "staff: payment's history", address: `/admin/payments/${paid}?tab=activity` },
    { name: 'gateway query', address: '/admin/paymentGatewayQuery' },
    { name: 'gateway query, found', address: `/admin/paymentGatewayQuery?merchantTranId=${fpx}` },
    { name: 'late receipts', address: '/admin/paymentGatewayQuery/late' },
    { name: 'late receipts, handled', address: '/admin/paymentGatewayQuery/late?show=dealtWith' },
    { name: 'requests about personal data', address: '/admin/personalData?show=all' },
    { name: 'breaches', address: '/admin/personalData/breaches?show=all' },
    { name: 'jobs', address: '/admin/operations' },
    { name: 'jobs, nothing matches', address: '/admin/operations?state=failed&kind=other' },
    { name: 'e-mails not sent', address: '/admin/operations/outbox' },
    { name: 'files of the feed', address: '/admin/operations/imports' },
    { name: 'announcements', address: '/admin/operations/announcements' },
    { name: 'writing an announcement', address: '/admin/operations/announcements?open=write', prepare: dialogOpens },
    { name: 'settings', address: '/admin/operations/settings' },
    { name: 'closing a payment method', address: '/admin/operations/settings?method=EFT_GIRO', prepare: dialogOpens },
    { name: 'gateway query, unknown', address: '/admin/paymentGatewayQuery?merchantTranId=P0000000000000' },
  ]
}

/** The screens by audience. */
export const sides = [
  { side: 'public', who: null, screens: async () => publicScreens },
  { side: 'customer', who: people.payer, screens: customerScreens },
  { side: 'master', who: people.master, screens: masterScreens },
  { side: 'staff', who: people.pccr, screens: staffScreens },
] as const

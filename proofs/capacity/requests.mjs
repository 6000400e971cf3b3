// Measures each kind of read request, and signing in.
import { readFileSync, readdirSync } from 'node:fs'
import { send } from '../bench/portal.mjs'
import { measured } from './meter.mjs'
import { accepted, asked, bills, payments } from './people.mjs'
import { portals } from './processes.mjs'

const [portal] = portals
const page = { recordCount: 100 }
const app = process.env.GRIDBILL_APP ?? 'app/dist'

/** The frame's requests when the app loads. */
const FRAME = ['/portal/api/v1/Portal', '/user-svc/api/v1/User/GetUserProfile', '/portal/api/v1/Announcements', '/portal/api/v1/Downloads']
const get = (path) => ({ method: 'GET', path })
const post = (path, body = {}) => ({ path, body })
const admin = '/payments-svc/api/v1/Admin'

/** The kinds of customers' reads: a name and the call. */
const READS = [
  ['home', ({ id }) => post(`/portal/api/v1/Home/${id}`)],
  ['unpaid bills, 100 of a page', ({ id }) => post(`${bills}/GetOutstandingBills/${id}`, page)],
  ['the head of unpaid bills', ({ id }) => post(`${bills}/GetOutstandingBillsCard/${id}`)],
  ['bills by batch', ({ id }) => post(`${bills}/GetBillsByBatch/${id}`, page)],
  ['bill history, 100 of a page', ({ id }) => post(`${bills}/GetBillHistory/${id}`, page)],
  [
    'a bill searched by its number',
    ({ id, unpaid }, n) => post(`${bills}/GetBillHistory/${id}`, { ...page, filter: { search: unpaid[n % unpaid.length].invoiceNo } }),
  ],
  ['a bill', ({ unpaid }, n) => get(`${bills}/GetBillDetails/${unpaid[n % unpaid.length].invoiceNo}`)],
  [
    'a bill as PDF',
    ({ unpaid }, n) =>
      get(`${bills}/PrintPDF2?caNo=${unpaid[n % unpaid.length].accountNo}&invoiceNo=${unpaid[n % unpaid.length].invoiceNo}`),
  ],
  ['payments, 100 of a page', ({ id }) => post(`${payments}/GetPaymentTransactions?bulkId=${id}`, page)],
  [
    'a payment',
    ({ transactions }, n) => get(`${payments}/GetPaymentDetails?transactionNo=${transactions[n % transactions.length]}&recordCount=100`),
  ],
  ['electricity accounts, 100 of a page', ({ id }) => post(`/portal/api/v1/Accounts/GetAccounts/${id}`, page)],
  ['notifications, 20', () => post('/notification-svc/api/v1/Notification/GetNotificationLogs', { requestCount: 20 })],
  ['the bell: the newest, and the number of unread', () => get('/notification-svc/api/v1/Notification/LiteLogs/5')],
  ['activity log, 50', () => post('/notification-svc/api/v1/Notification/GetActivityLogs', { requestCount: 50 })],
]
const STAFF_READS = [
  ['staff: home', () => get('/portal/api/v1/StaffHome')],
  ['staff: payments to approve', () => post(`${admin}/GetAdminPendingPayments`, page)],
  ['staff: all payments', () => post(`${admin}/GetAdminAllPayments`, page)],
  ['staff: bulk accounts', () => post('/account-svc/api/v1/BulkAccount/GetBulkAccountsTable', page)],
]

/** The files of the app that a browser with an empty cache loads behind the sign-in: those that index.html names, their imports, and
 * the parts of the frame, home and words in one language, with the rules. */
export const coldStart = () => {
  const folder = `${app}/assets`
  const names = readdirSync(folder).filter((name) => !/\.(br|gz)$/.test(name))
  const wanted = new Set()
  const add = (name) => {
    if (wanted.has(name) || !names.includes(name)) return
    wanted.add(name)
    if (!name.endsWith('.js')) return
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    for (const [, imported] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) add(imported)
  }
  for (const [, name] of readFileSync(`${app}/index.html`, 'utf8').matchAll(/\/assets\/([\w.-]+)/g)) add(name)
  for (const part of ['portal-', 'frame-', 'list-', 'Home-', 'base-', 'start-', 'inter-latin-wght-normal'])
    for (const name of names.filter((one) => one.startsWith(part))) add(name)
  // One language only, and the rules without the reader of workbooks.
  const bySize = (prefix, ending) =>
    names.filter((name) => name.startsWith(prefix) && name.endsWith(ending)).sort((a, b) => size(a) - size(b))[0]
  const size = (name) => readFileSync(`${folder}/${name}`).length
  const ofLanguage = ['frameWords-', 'home-', 'paying-', 'refusalWords-'].map((prefix) => bySize(prefix, '.js'))
  for (const part of [...ofLanguage, bySize('gridbill_core_bg-', '.wasm')])
    if (part) add(part)
  return ['/', ...[...wanted].map((name) => `/assets/${name}`)]
}

export const requests = async (people) => {
  const figures = []
  const kind = async (name, call, how) => {
    await people.fresh()
    figures.push(await measured(name, call, how))
  }
  await kind('signing in', async (n) => {
    const { email } = people.master(n)
    const body = { username: email, password: 'Gridbill-demo1' }
    return (await send(portal, { path: '/user-svc/api/v1/User/Login', body, headers: accepted })).bytes.length
  })
  const files = coldStart()
  await kind(`the app's files, ${files.length} in a cold start`, async () => {
    const parts = await Promise.all(files.map((path) => send(portal, { method: 'GET', path, headers: accepted })))
    return parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
  })
  await kind(`the frame's reads, ${FRAME.length} calls`, async (n) => {
    const parts = await Promise.all(FRAME.map((path) => asked(people.master(n), get(path))))
    return parts.reduce((sum, bytes) => sum + bytes, 0)
  })
  for (const [name, call] of READS) await kind(name, (n) => asked(people.master(n), call(people.master(n), n)))
  for (const [name, call] of STAFF_READS) await kind(name, (n) => asked(people.officer(n), call()))
  return figures
}

/** The mix of requests for the second process: the most frequent requests of pages. */
export const MIX = READS.filter(([name]) => !/PDF|activity/.test(name))

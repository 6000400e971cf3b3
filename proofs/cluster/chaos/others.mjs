// Users who register a company, arrange accounts in groups, and export lists.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wait } from '../../bench/portal.mjs'
import { scripts } from '../proofs/cluster.mjs'
import { form, hashOf, Unanswered } from './client.mjs'

const USER = '/user-svc/api/v1/User'
const REGISTRATION = '/account-svc/api/v1/BulkRegistration'
const GROUP = '/account-svc/api/v1/Group'
const DOWNLOADS = '/portal/api/v1/Downloads'
const PASSWORD = 'harimau malaya 7'
const fixtures = JSON.parse(readFileSync(join(scripts, '../../fixtures/declarations.json'), 'utf8'))
const declaration = () => Buffer.from(fixtures['a plain pdf'].file, 'hex')

const until = async (run, what, found) => {
  for (;;) {
    const value = await found()
    if (value) return value
    if (run.elapsed() > run.portal.deadline) throw new Unanswered(what)
    await wait(500)
  }
}

const contact = (email) => ({ name: 'Hafiz bin Omar', email, mobileNo: '123456789', jobTitle: 'Manager', department: 'Finance' })
const companyForm = ({ registrationNo, companyName }, email, declarationFileId) => ({
  businessType: 2,
  declarationFileId,
  details: {
    companyName,
    registrationNo,
    landline: '355112233',
    mailingAddress: {
      unitFloor: '3A',
      building: '',
      street: 'Jalan Perusahaan',
      city: 'Shah Alam',
      postalCode: '40000',
      state: 'Selangor',
    },
    primaryContact: contact(email),
    secondaryContact: contact(email),
  },
})

export const register = async (run, { n, officers, isApproved, pause }) => {
  const company = run.companies.get(n)
  const email = `chaos.${run.tag}.${n}@baharu.example`
  const person = {
    name: 'Nur Aisyah binti Rahman',
    identificationType: 'ic',
    identificationNo: '900131-14-5678',
    mobileNo: '123456789',
  }
  const { command } = run.portal
  const ask = command.bind(run.portal, n)
  await ask('register', {
    path: `${USER}/Register`,
    body: { email, password: PASSWORD, ...person },
    done: ['emailInUse'],
    about: email,
  })
  const token = await until(run, 'the e-mail', () => run.mailbox.tokenFor(email))
  await ask('activate', {
    path: `${USER}/Activate`,
    body: { token },
    done: ['accountAlreadyActivated', 'linkUsed'],
    about: email,
  })
  run.portal.knows(email, PASSWORD)
  const upload = form('Declaration.pdf', declaration())
  const { fileId } = await ask('declare', { who: email, path: `${REGISTRATION}/UploadDeclaration`, upload })
  const accounts = company.accounts.map((accountNo) => ({ accountNo, isSelect: true, source: 'manual' }))
  const body = { form: companyForm(company, email, fileId), accounts }
  const done = ['companyHasApplication', 'registrationMoved', 'registersAnother', 'companyRegistered']
  await ask('apply', { who: email, path: `${REGISTRATION}/RegisterBulkAccount`, body, done, about: company.registrationNo })
  const standing = () => run.portal.read(email, `${REGISTRATION}/GetRegistrationStatus`)
  const { registrationId } = await standing()
  await wait(pause)
  if (!isApproved) return
  await ask('approve', {
    who: officers[0],
    path: `${REGISTRATION}/UpdateBulkAccountRegistrationStatus`,
    body: { registrationId, action: 'approve' },
    done: ['registrationMoved'],
    about: company.registrationNo,
  })
  await until(run, 'the company is registered', async () => (await standing()).status === 7)
  run.record.add({ t: 'joined', n, at: Math.round(run.elapsed()), who: email, registrationNo: company.registrationNo })
}

/** Serialises journeys about the same accounts, so that the last one determines their group. */
const turns = new Map()
export const group = (run, one) => {
  const place = `${one.bulkId}/${one.slice}`
  const turn = (turns.get(place) ?? Promise.resolve()).then(() => grouped(run, one))
  turns.set(
    place,
    turn.catch(() => {}),
  )
  return turn
}

const grouped = async (run, { n, bulkId, person, accounts, pause, isRenamed, loses, isDeleted }) => {
  const groupName = `Chaos ${run.tag} ${n}`
  const ask = (step, path, body, done) =>
    run.portal.command(n, step, { who: person, path: `${GROUP}/${path}`, body, done, about: groupName })
  const [first, ...others] = accounts
  const made = await ask('group', `CreateGroup/${bulkId}`, { groupName, accountNumbers: [first] }, ['groupNameInUse'])
  const groupId =
    made?.groupId ?? (await run.portal.read(person, `${GROUP}/GetGroupsTable/${bulkId}`, { search: groupName })).items[0]?.groupId
  await wait(Math.min(pause, 2_000))
  await ask('assign', `AssignAccounts/${groupId}`, { accountNumbers: others })
  if (isRenamed) await ask('rename', `UpdateGroup/${groupId}`, { groupName: `${groupName} anew` })
  if (loses) await ask('remove', `RemoveAccounts/${groupId}`, { accountNumbers: [first] }, ['accountNotFound'])
  if (isDeleted) await ask('delete', `DeleteGroup/${groupId}`, {}, ['groupNotFound'])
}

export const exported = async (run, { n, bulkId, person, list, format }) => {
  const request = list === 'payments' ? { bulkId } : { id: bulkId }
  const { downloadId } = await run.portal.command(n, 'export', {
    who: person,
    path: `${DOWNLOADS}/ExportList`,
    once: true,
    body: { list, request, format },
  })
  let retries = 0
  const file = await until(run, 'the file', async () => {
    const { items } = await run.portal.read(person, DOWNLOADS)
    const one = items.find((item) => item.downloadId === downloadId)
    if (!one) {
      run.record.add({ t: 'missing', n, who: person, downloadId, code: 'no such download' })
      return { bytes: -1 }
    }
    if (one.state === 'failed')
      await run.portal.command(n, `retry-${++retries}`, {
        who: person,
        path: `${DOWNLOADS}/Retry/${downloadId}`,
        once: true,
        body: {},
        about: one.code,
        done: ['fileNotFound'],
      })
    return one.state === 'ready' && one
  })
  if (file.bytes < 0) return
  const bytes = await run.portal.read(person, `${DOWNLOADS}/File/${downloadId}`, undefined, { isFile: true })
  const isWhole = bytes.length === file.bytes && (format === 'csv' || bytes.toString('latin1', 0, 2) === 'PK')
  run.record.add({
    t: 'file',
    n,
    who: person,
    downloadId,
    bytes: bytes.length,
    isWhole,
    hash: hashOf(bytes),
    at: Math.round(run.elapsed()),
  })
}

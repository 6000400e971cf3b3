// Measures each kind of job: files for users, statements, e-mails, reminders, the feed, and scheduled jobs.
import { ask, read, send, setting, wait } from '../bench/portal.mjs'
import { feed } from './feed.mjs'
import { cost, each, measured, repeated, show, until } from './meter.mjs'
import { bills } from './people.mjs'
import { one, portals, rows, run } from './processes.mjs'

const [portal] = portals
const downloads = '/portal/api/v1/Downloads'
const isEmpty = 'select count(*) = 0 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts'

/** Requests a file, waits until it is ready, and downloads it. */
const made = async (token, path, body) => {
  const asked = await ask(portal, path, token, body)
  for (;;) {
    const last = (await read(portal, downloads, token)).items.find((download) => download.downloadId === asked.downloadId)
    if (last.state === 'failed') throw new Error(`a download failed: ${last.problem}`)
    if (last.state === 'ready') {
      const file = await send(portal, { method: 'GET', path: `${downloads}/File/${asked.downloadId}`, token })
      return { ...last, bytes: file.bytes.length }
    }
    await wait(250)
  }
}

const files = async ({ large }) => {
  const history = { list: 'billHistory', request: { id: large.id }, format: 'xlsx' }
  const { total } = await made(large.token, `${downloads}/ExportList`, history)
  const exported = await cost(() =>
    repeated(async () => (await made(large.token, `${downloads}/ExportList`, history)).bytes, { most: 4, seconds: 120, atOnce: 1 }),
  )
  const page = await ask(portal, `${bills}/GetBillHistory/${large.id}`, large.token, { recordCount: setting('DOCUMENTS', 300) })
  const chosen = { id: large.id, invoiceNos: page.items.map(({ invoiceNo }) => invoiceNo), format: 'zip' }
  await made(large.token, `${downloads}/Bills/${large.id}`, chosen)
  const zipped = await cost(() =>
    repeated(async () => (await made(large.token, `${downloads}/Bills/${large.id}`, chosen)).bytes, { most: 3, seconds: 120, atOnce: 1 }),
  )
  const per = (name, result, count, unit) => {
    const whole = each(name, result)
    const figures = ['program', 'database', 'statements', 'bytes', 'wal'].map((key) => [key, whole[key] / count])
    return { ...whole, ...Object.fromEntries(figures), unit, times: whole.times * count }
  }
  return [
    per(`workbooks of ${total} rows, per 1,000 rows`, exported, total / 1_000, 'thousand row'),
    per(`zips of ${chosen.invoiceNos.length} bills, per bill`, zipped, chosen.invoiceNos.length, 'bill'),
  ]
}

const statements = async (people) => {
  const count = Math.min(people.masters.length, 40)
  const result = await cost(async () => {
    const done = await repeated(
      async (n) => {
        const { id, unpaid, token } = people.master(n)
        const body = { channel: 'download', caNo: unpaid[0].accountNo, statementPeriod: 12, bulkId: id }
        await ask(portal, '/account-svc/api/v1/Statement/GetStatement', token, body)
        return 0
      },
      { most: count, seconds: 60 },
    )
    await until('statements', "select not exists (select from statement where state = 'waiting')")
    return done
  })
  return each('a statement of 12 months', result, 'statement')
}

/** Measures a link for a forgotten password: the call, its writes, and sending the e-mail. */
const emails = async (people, mail) => {
  const before = mail.bytes
  const result = await cost(async () => {
    const done = await repeated(
      async (n) => {
        await ask(portal, '/user-svc/api/v1/User/ForgotPassword', undefined, { email: people.master(n).email })
        return 0
      },
      { most: people.masters.length * 3, seconds: 60 },
    )
    await until(
      'e-mails',
      "select not exists (select from mail where accepted_at is null and attempts = 0 and created_at > now() - interval '1 hour')",
    )
    return done
  })
  result.done.bytes = mail.bytes - before
  return each('an e-mail: requested, written and sent', result, 'e-mail')
}

const imports = async () => {
  const { billsFile, chargesFile, bills: count, charges } = await feed(setting('FEED', 12_000))
  console.log(`  the feed has ${count} bills and ${charges} lines`)
  const imported = async (what, file, unit) => {
    // The command's processor time is counted as that of an ended child.
    const result = await cost(async () => run('import', what, file))
    return each(`import of ${what}, per bill`, { ...result, program: result.children, done: { times: count } }, unit)
  }
  return [await imported('bills', billsFile, 'bill'), await imported('charges', chargesFile, 'bill')]
}

/** Runs a scheduled job now, and waits for it. */
export const soon = async (job) => {
  rows(`select graphile_worker.add_job('${job}', '{}')`)
  await until(job, isEmpty)
}

/** Runs a scheduled job now, and measures it. */
const now = async (name, job, unit, count) => {
  await until('the queue is empty', isEmpty)
  const before = Number(one(count))
  const result = await cost(async () => {
    await soon(job)
    return {}
  })
  const times = Number(one(count)) - before
  result.done = { times: Math.max(times, 1) }
  const figures = each(name, result, unit)
  return times > 0 ? figures : { ...figures, name: `${name} (nothing to do)` }
}

export const jobs = async (people, mail) => {
  const figures = []
  const add = (...more) => {
    for (const figure of more) show(figure)
    figures.push(...more)
  }
  // The payments before have left totals to fold.
  const toFold = '(select count(distinct bulk_id) from bill_total where not is_folded)'
  add(await now('folding the totals of bills, per bulk account', 'fold_totals', 'bulk account', `select -${toFold}`))
  await people.fresh()
  add(...(await files(people)))
  await people.fresh()
  add(await statements(people))
  add(await emails(people, mail))
  add(...(await imports()))
  // Undo the schedule's work since the start, so that the jobs have the same work again.
  rows('delete from due_reminder; delete from fact_check')
  add(await now('reminders of due bills, with e-mails', 'remind_of_due', 'reminder', 'select count(*) from due_reminder'))
  add(await now('sealing and verifying all facts, per fact', 'seal_facts', 'fact', 'select coalesce(sum(facts), 0) from fact_check'))
  add(await now('cleanup, each hour', 'tidy', 'time', 'select 0'))
  return figures
}

/** Measures the write of a session's row, at most every 20 seconds: the extra cost of a session's first call over its second. */
export const notes = async (people) => {
  await people.fresh()
  const call = async (n) =>
    (await send(portal, { method: 'GET', path: '/user-svc/api/v1/User/GetUserProfile', token: people.master(n).token })).bytes.length
  await wait(21_000)
  const all = { most: people.masters.length, seconds: 30, atOnce: 1 }
  const first = await cost(() => repeated(call, all))
  const again = await cost(() => repeated(call, all))
  const more = (key) => Math.max(0, first[key] - again[key])
  const result = { ...first, program: more('program'), database: more('database'), statements: more('statements'), wal: more('wal') }
  const figure = each('the note that a session acts, once in 20 s', { ...result, done: { times: first.done.times } }, 'note')
  show(figure)
  return [figure]
}

// Measures the portal's files, compared with Python's libraries: a workbook of a bulk account's history, the documents of many bills,
// many exports at the same time as a page; and the size of home.
//   node proofs/bench/files.mjs <portal> <database> <pid of the server> <folder> [<python>]
// DOCUMENTS, EXPORTS, SECONDS_EACH can be set. Without a Python with these libraries, the comparison is skipped.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { ask, forgetPeak, hangUp, megabytes, ofDatabase, quantile, read, send, setting, signIn, ticked, wait } from './portal.mjs'

const [portal, database, server, folder, python] = process.argv.slice(2)
const giant = '3099999990'
const company = '3099999951'
const downloads = '/portal/api/v1/Downloads'
const bills = '/billpayment-svc/api/v1/Bills'
const peers = (...what) => {
  const told = execFileSync(python, ['proofs/bench/peers.py', ...what], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  hangUp()
  return JSON.parse(told)
}
const seconds = (figure) => `${figure.toFixed(2)} s`
const shown = (name, text) => console.log(`  ${name.padEnd(44)}${text}`)

/** Waits until a download is ready. */
const made = async (token, { downloadId, state }) => {
  let last = { downloadId, state }
  while (last.state === 'waiting' || last.state === 'running') {
    await wait(100)
    last = (await read(portal, downloads, token)).items.find((one) => one.downloadId === downloadId)
  }
  if (last.state !== 'ready') throw new Error(`a download is ${last.state}: ${last.problem}`)
  return last
}
const file = (token, { downloadId }) => send(portal, { method: 'GET', path: `${downloads}/File/${downloadId}`, token })

/** Megabytes of the server before its first file, so that memory kept between files does not count as idle. */
let idle
/** Requests a file. Returns its cost for server and database, and the file itself. */
const measured = async (token, path, body) => {
  const before = { server: ticked(server), database: ofDatabase(database) }
  forgetPeak(server)
  const began = performance.now()
  const asked = await ask(portal, path, token, body)
  const answered = performance.now() - began
  const { total, bytes } = await made(token, asked)
  const took = (performance.now() - began) / 1_000
  const cost = {
    server: ticked(server) - before.server,
    database: ofDatabase(database) - before.database,
    memory: megabytes(server, 'VmHWM') - idle,
  }
  return { ...cost, total, bytes, answered, took, ...(await file(token, asked).then(({ bytes: content, firstByte }) => ({ content, firstByte }))) }
}
const told = ({ server: cpu, database: of, memory, took, bytes }, most) => {
  shown('CPU', `${seconds(cpu)} the server, ${seconds(of)} the database; ${seconds(took)} by the clock`)
  shown('memory at its peak', `${memory.toFixed(0)} MB above idle (aim: at most ${most}); the file has ${(bytes / 1e6).toFixed(1)} MB`)
}
const times = (theirs, ours) => `${(theirs / ours).toFixed(1)} times that of the server`

const home = async () => {
  const token = await signIn(portal, 'bench@bench.example')
  const accepted = { 'accept-encoding': 'br, gzip' }
  const { bytes } = await send(portal, { path: `/portal/api/v1/Home/${giant}`, token, body: {}, headers: accepted })
  console.log(`\nHome of the bulk account with the most unpaid bills, in one request`)
  shown('compressed', `${bytes.length} bytes (aim: at most 6,144)`)
}

/** The types of history's columns, for the Python library. The last four, of e-invoices, are empty for this company. */
const kinds = 'TTTTTDDDDTTAAATTTTT'
const workbook = async () => {
  const token = await signIn(portal, 'exports1@bench.example')
  const asked = (format) => ({ list: 'billHistory', request: { id: company }, format })
  // The first export is a warm-up.
  await made(token, await ask(portal, `${downloads}/ExportList`, token, asked('csv')))
  const ours = await measured(token, `${downloads}/ExportList`, asked('xlsx'))
  writeFileSync(`${folder}/ours.xlsx`, ours.content)
  console.log(`\nA workbook of ${ours.total} rows and ${kinds.length} columns, as a job`)
  told(ours, 32)
  shown("the call is answered, the file's first byte", `${ours.answered.toFixed(0)} ms, ${ours.firstByte.toFixed(0)} ms once it is made`)
  const report = { method: 'GET', path: `${bills}/CreateExcelReportBill?collectiveContractAccountNo=${company}&isCurrent=false`, token }
  const { firstByte } = await send(portal, report)
  shown('the first byte of CreateExcelReportBill', `${firstByte.toFixed(0)} ms (aim: at most 200)`)
  if (!python) return
  const rows = await measured(token, `${downloads}/ExportList`, asked('csv'))
  writeFileSync(`${folder}/rows.csv`, rows.content)
  const theirs = peers('sheet', `${folder}/rows.csv`, kinds, `${folder}/theirs.xlsx`)
  shown("XlsxWriter's constant_memory, CPU", `${seconds(theirs.seconds)}: ${times(theirs.seconds, ours.server)} (aim: at least 5)`)
  const { cells, totals } = peers('same', `${folder}/ours.xlsx`, `${folder}/theirs.xlsx`)
  shown('openpyxl', `${cells} cells are the same, ${totals} totals add up`)
}

/** Returns the newest `count` bills of a company whose bills have lines. */
const printed = async (token, id, count) => {
  const numbers = []
  let cursor
  do {
    const page = await ask(portal, `${bills}/GetBillHistory/${id}`, token, { recordCount: 1_000, cursor })
    numbers.push(...page.items.map(({ invoiceNo }) => invoiceNo))
    cursor = page.next
  } while (cursor && numbers.length < count)
  return numbers.slice(0, count)
}
const documents = async () => {
  const token = await signIn(portal, 'master@sinar.example')
  const { bulkId } = await read(portal, '/user-svc/api/v1/User/GetUserProfile', token)
  const invoiceNos = await printed(token, bulkId, setting('DOCUMENTS', 1_000))
  const asked = (numbers) => ({ id: bulkId, invoiceNos: numbers, format: 'zip' })
  await made(token, await ask(portal, `${downloads}/Bills/${bulkId}`, token, asked(invoiceNos.slice(0, 101))))
  const ours = await measured(token, `${downloads}/Bills/${bulkId}`, asked(invoiceNos))
  writeFileSync(`${folder}/ours.zip`, ours.content)
  console.log(`\nA zip of ${ours.total} bills of full layout`)
  told(ours, 64)
  if (!python) return
  const { pages } = peers('pages', `${folder}/ours.zip`, `${folder}/pages.json`)
  const theirs = peers('draw', `${folder}/pages.json`, `${folder}/theirs.zip`)
  shown(`reportlab drawing the same ${pages} pages, CPU`, `${seconds(theirs.seconds)}: ${times(theirs.seconds, ours.server)} (aim: at least 4)`)
  shown('its memory', `${theirs.megabytes.toFixed(0)} MB with what it is to draw`)
  shown('pypdf', `${peers('letters', `${folder}/ours.zip`, `${folder}/theirs.zip`).compared} of them say the same`)
}

/** Milliseconds of a page that is requested 25 times a second. */
const pages = async (token, id, until) => {
  const figures = []
  while (!(await until())) {
    const { took } = await send(portal, { path: `${bills}/GetOutstandingBills/${id}`, token, body: { recordCount: 100 } })
    figures.push(took)
    await wait(Math.max(0, 40 - took))
  }
  return `median ${quantile(figures, 0.5).toFixed(1)} ms, p99 ${quantile(figures, 0.99).toFixed(1)} ms, of ${figures.length}`
}
const exportsAtOnce = async () => {
  const count = setting('EXPORTS', 50)
  const token = await signIn(portal, 'master@sinar.example')
  const { bulkId } = await read(portal, '/user-svc/api/v1/User/GetUserProfile', token)
  const body = { list: 'billHistory', request: { id: company }, format: 'xlsx' }
  const end = performance.now() + setting('SECONDS_EACH', 15) * 1_000
  const alone = await pages(token, bulkId, () => performance.now() > end)
  const people = await Promise.all([1, 2, 3].map((number) => signIn(portal, `exports${number}@bench.example`)))
  const began = performance.now()
  let left = count
  // The server allows four concurrent reads per user.
  const asking = people.flatMap((one) =>
    [1, 2, 3, 4].map(async () => {
      while (left-- > 0) await ask(portal, `${downloads}/ExportList`, one, body)
    }),
  )
  // Measures while the files are made, but at most twice as long as without them.
  const last = began + setting('SECONDS_EACH', 15) * 2_000
  let [isDone, areMade] = [false, 0]
  const watched = (async () => {
    await Promise.all(asking)
    while (!isDone) {
      await wait(500)
      const lists = await Promise.all(people.map((one) => read(portal, downloads, one)))
      const states = lists.flatMap(({ items }) => items.map(({ state }) => state))
      if (states.includes('failed')) throw new Error('an export could not be made')
      areMade = count - states.filter((state) => state !== 'ready').length
      isDone = areMade === count || performance.now() > last
    }
  })()
  const beside = await pages(token, bulkId, () => isDone)
  await watched
  const took = (performance.now() - began) / 1_000
  for (const one of people)
    for (const { downloadId } of (await read(portal, downloads, one)).items) await ask(portal, `${downloads}/Cancel/${downloadId}`, one, {})
  console.log(`\nA page of 100 unpaid bills, asked for again and again by one person`)
  shown('alone', alone)
  shown(`beside ${count} exports of ${kinds.length} columns`, `${beside}; ${areMade} were made in ${seconds(took)}`)
}

await home()
idle = megabytes(server, 'VmRSS')
await workbook()
await documents()
await exportsAtOnce()
process.exit(0)

// Checks that other programs read the portal's documents. For some bills in both languages, `qpdf --check` is clean, pdftotext finds
// every amount, and every font is embedded. LibreOffice opens a workbook. A missing program is reported.
//   node proofs/bench/proofs.mjs <portal> <folder with ours.xlsx>     PROOFS can be set.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { ask, read, send, setting, signIn } from './portal.mjs'

const [portal, folder] = process.argv.slice(2)
const bills = '/billpayment-svc/api/v1/Bills'
const run = (program, ...how) => execFileSync(program, how, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const missing = ['qpdf', 'pdftotext', 'pdffonts', 'soffice'].filter((program) => spawnSync(program, ['--version']).error)
const has = (program) => !missing.includes(program)

/** Formats `-1234.50` as it is printed, without its sign and spaces. */
const printed = (amount) => `RM${amount.replace(/^-/, '').replace(/\B(?=(\d{3})+\.)/g, ',')}`
const amountsOf = ({ bill, charges, taxAmount }) => [
  bill.currentCharge,
  bill.outstandingAmount,
  bill.totalAmountPayable,
  taxAmount,
  ...(charges?.groups ?? []).flatMap(({ lines }) => lines.map(({ amount }) => amount)),
]

const token = await signIn(portal, 'master@sinar.example')
const { bulkId } = await read(portal, '/user-svc/api/v1/User/GetUserProfile', token)
const { items } = await ask(portal, `${bills}/GetBillHistory/${bulkId}`, token, { recordCount: setting('PROOFS', 50) })
const path = `${folder}/bill.pdf`
let found = 0
for (const { accountNo, invoiceNo } of items)
  for (const language of ['en', 'ms']) {
    const of = `${bills}/PrintPDF2?caNo=${accountNo}&invoiceNo=${invoiceNo}`
    const { bytes } = await send(portal, { method: 'GET', path: of, token, headers: { 'accept-language': language } })
    writeFileSync(path, bytes)
    if (has('qpdf')) run('qpdf', '--check', path)
    if (has('pdftotext')) {
      const text = run('pdftotext', '-layout', path, '-').replace(/[\s\u00a0]/g, '')
      const details = await read(portal, `${bills}/GetBillDetails/${invoiceNo}`, token)
      for (const amount of amountsOf(details)) {
        if (!text.includes(printed(amount))) throw new Error(`${invoiceNo}: pdftotext does not find ${amount}`)
        found++
      }
    }
    if (has('pdffonts')) {
      const fonts = run('pdffonts', path).trim().split('\n').slice(2)
      const areIn = fonts.length > 0 && fonts.every((font) => /\b[A-Z]{6}\+.*\byes +yes +yes +\d+ +\d+$/.test(font))
      if (!areIn) throw new Error(`${invoiceNo}: a font is not embedded as a subset: ${fonts.join('; ')}`)
    }
  }
console.log(`\n${items.length} bills in both languages, as other programs read them`)
if (has('qpdf')) console.log('  qpdf --check is clean')
if (has('pdftotext')) console.log(`  pdftotext finds all of ${found} amounts`)
if (has('pdffonts')) console.log('  every font is embedded, as a subset')
if (has('soffice')) {
  rmSync(`${folder}/ours.csv`, { force: true })
  run('soffice', '--headless', '--convert-to', 'csv', '--outdir', folder, `${folder}/ours.xlsx`)
  if (!existsSync(`${folder}/ours.csv`)) throw new Error('LibreOffice does not open the workbook')
  console.log('  LibreOffice opens the workbook')
}
for (const program of missing) console.log(`  ${program} is not on PATH: what it would say is left out`)

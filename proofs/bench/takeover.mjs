// Measures a take-over: time and memory of each file, a killed import of the payments, and a second run of everything.
//   node proofs/bench/takeover.mjs        GRIDBILL_PROGRAM, COMPANIES, PAYMENTS set sizes
// It makes its own database in target/takeover-bench, and removes an older one. Each company has ten accounts and ten users.
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { program } from '../capacity/processes.mjs'
import { setting } from './portal.mjs'

const [companies, payments] = [setting('COMPANIES', 2_000), setting('PAYMENTS', 1_000_000)]
const [accounts, users] = [companies * 10, companies * 10]
const folder = `${process.cwd()}/target/takeover-bench`
const say = (what) => console.log(`takeover: ${what}`)
const environment = { ...process.env, RUST_LOG: 'warn', GRIDBILL_DATA: `${folder}/data` }
for (const name of Object.keys(environment)) if (/^(DATABASE_URL|SMTP_URL)/.test(name)) delete environment[name]

/** Runs a command, killed after some milliseconds if told so. Returns its output, seconds, and largest memory in MiB. */
async function run(command, killAfter) {
  const began = performance.now()
  const child = spawn(program, command, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  let [text, memory] = ['', 0]
  child.stdout.on('data', (part) => (text += part))
  const look = setInterval(() => {
    try {
      memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
    } catch {
      // It has ended.
    }
  }, 50)
  const killing = killAfter && setTimeout(() => child.kill('SIGKILL'), killAfter)
  const [code, signal] = await once(child, 'close')
  clearInterval(look)
  clearTimeout(killing)
  return { text: text.trim(), code, signal, seconds: (performance.now() - began) / 1000, memory }
}

async function write(name, header, count, row) {
  const path = `${folder}/${name}.csv`
  const file = createWriteStream(path)
  file.write(`${header}\n`)
  for (let place = 0; place < count; place += 1_000) {
    let part = ''
    for (let n = place; n < Math.min(place + 1_000, count); n++) part += `${row(n)}\n`
    if (!file.write(part)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return path
}

const number = (prefix, n, digits) => prefix + String(n).padStart(digits - prefix.length, '0')
const company = (n) => number('300', n + 1_000, 10)
const registrationNo = (n) => number('1998', n + 1_000_000, 12)
const account = (n) => number('21', n + 1, 12)
const invoice = (n) => number('51', n + 1, 12)
/** A bill of each account in turn, in a month of its own. */
const month = (n) => new Date(Date.UTC(2026, 9 - Math.floor(n / accounts), 1)).toISOString().slice(0, 8)
const amount = (n) => `${100 + (n % 900)}.${String(n % 100).padStart(2, '0')}`
const address = '12 Jalan Merdeka,Muar,84000,Johor'
const contact = 'Aminah,aminah@sinar.example,0123456789,Manager,Finance'

rmSync(folder, { recursive: true, force: true })
mkdirSync(`${folder}/data`, { recursive: true })
try {
  await run(['database', 'up'])
  await run(['migrate'])
  const files = [
    ['accounts', 'accountNo,registrationNo,companyName,premisesAddress,city,postalCode,state,sector,tariff,status', accounts, (n) =>
      `${account(n)},${registrationNo(Math.floor(n / 10))},Company ${Math.floor(n / 10)} Sdn Bhd,${address},Commercial,Low Voltage General,active`],
    ['companies', 'bulkId,registrationNo,companyName,businessType,tin,landline,unitFloor,building,street,city,postalCode,state,primaryName,primaryEmail,primaryMobile,primaryTitle,primaryDepartment,secondaryName,secondaryEmail,secondaryMobile,secondaryTitle,secondaryDepartment,cutOverDay', companies, (n) =>
      `${company(n)},${registrationNo(n)},Company ${n} Sdn Bhd,private,C20830570210,0312345678,,,${address},${contact},,,,,,2027-01-04`],
    ['references', 'bulkId,accountNo,referenceId', accounts, (n) => `${company(Math.floor(n / 10))},${account(n)},SITE ${n % 10}`],
    ['bills', 'invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid', payments, (n) =>
      `${invoice(n)},${number('58', Math.floor(n / accounts), 12)},${account(n % accounts)},${number('28', Math.floor(n / accounts), 10)},${month(n)}05,${month(n)}05,${month(n)}28,Monthly bill,actual,,,Low Voltage General,,,${amount(n)},0.00,0.00,${amount(n)},,`],
    ['groups', 'bulkId,groupName,accountNo', accounts, (n) => `${company(Math.floor(n / 10))},Group ${n % 2},${account(n)}`],
    ['paymentHistory', 'transactionNo,bulkId,invoiceNo,accountNo,method,bankName,bankReference,paidBy,paidOn,amount,status', payments, (n) =>
      `P${month(n).slice(2).replaceAll('-', '')}15${String(n).padStart(7, '0')},${company(Math.floor((n % accounts) / 10))},${invoice(n)},${account(n % accounts)},FPX,Test Bank,B${n},Aminah,${month(n)}15,${amount(n)},paid`],
    ['users', 'bulkId,email,name,role,makePayments,manageAccounts,mobileNo,language', users, (n) =>
      `${company(Math.floor(n / 10))},user${n}@company${Math.floor(n / 10)}.example,Nur Aisyah,${n % 10 === 0 ? 'master,yes,yes' : 'member,yes,no'},,en`],
  ]
  const written = []
  for (const [name, header, count, row] of files) written.push([name, await write(name, header, count, row), count])
  const last = (text) => text.split('\n')[0]
  for (const [name, path, count] of written) {
    if (name === 'paymentHistory') {
      const { signal, seconds } = await run(['import', name, path], 20_000)
      say(`${name}: killed (${signal}) after ${seconds.toFixed(1)} s`)
    }
    const { text, code, seconds, memory } = await run(['import', name, path])
    say(`${last(text)}: ${seconds.toFixed(1)} s, ${((count / seconds) | 0).toLocaleString('en')} a second, ${memory.toFixed(0)} MiB (${code})`)
  }
  for (const [name, path] of written) {
    const { text, code, seconds, memory } = await run(['import', name, path])
    say(`again: ${last(text)}: ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MiB (${code})`)
  }
  const path = (name) => `${folder}/${name}.csv`
  const sheet = ['users', 'groups', 'references', 'bills'].flatMap((name) => [`--${name}`, path(name)])
  const { code, seconds, memory } = await run(['takeover', 'sheet', `${folder}/sheet.xlsx`, ...sheet, '--payment-history', path('paymentHistory')])
  say(`sheet: exit code ${code}, ${seconds.toFixed(1)} s, ${memory.toFixed(0)} MiB`)
  const check = await run(['check'])
  say(`check: ${check.text.split('\n').slice(-1)} (${check.seconds.toFixed(1)} s)`)
} finally {
  await run(['database', 'down'])
}

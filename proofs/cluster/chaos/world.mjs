// Reads the companies, users and bills at the start, and assigns them to the commands of the plan. On the same demo the same plan gets the
// same bills.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { address, place, rows } from '../proofs/cluster.mjs'
import { Random } from './random.mjs'

const later = promisify(execFile)
/** Accounts of one group. */
const SLICE = 3
/** Bills that every plan needs, for users who compete for the same ones. */
const LEAST = 20

/** Converts to sen, so that sums are exact. */
export const sen = (amount) => Math.round(Number(amount) * 100)
export const money = (amount) => (amount / 100).toFixed(2)
export const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

const gathered = (found) => {
  const by = new Map()
  for (const [key, ...rest] of found) by.set(key, [...(by.get(key) ?? []), rest])
  return by
}

/** Returns the demo's companies with their users, payable bills and accounts. */
export const worldOf = async (seed) => {
  const people = gathered(
    await rows(`select bulk_id, email, role = 'master' or make_payments, role = 'master' or manage_accounts from person
      where bulk_id is not null and activated_at is not null and disabled_at is null and deleted_at is null
        and email not like 'chaos.%' and not exists (select from factor where factor.person_id = person.person_id)
      order by email`),
  )
  const known = [...people.keys()].map((id) => `'${id}'`).join(',')
  const bills = await rows(`select bulk_id, invoice_no, total_amount_payable from bill
    where bulk_id in (${known}) and bill_has_no_payment(status) and not disable_payment and current_charge > 0
      and total_amount_payable between 2 and 90000
      and (bulk_id, invoice_no) not in (select bulk_id, invoice_no from bill_on_hold) order by invoice_no`)
  const accounts = gathered(
    await rows(`select bulk_id, account_no from electricity_account where bulk_id in (${known}) order by account_no`),
  )
  const byCompany = gathered(bills)
  const random = new Random(seed, 'bills')
  const companies = [...people].map(([id, all]) => ({
    id,
    people: all.map(([email]) => email),
    payers: all.filter(([, pays]) => pays === 't').map(([email]) => email),
    keepers: all.filter(([, , keeps]) => keeps === 't').map(([email]) => email),
    bills: random.shuffled(byCompany.get(id) ?? []).map(([invoiceNo, amount]) => ({ invoiceNo, amount })),
    accounts: (accounts.get(id) ?? []).map(([account]) => account),
  }))
  const staff = await rows(
    `select email from person where role = 'pccrAdmin' and activated_at is not null and disabled_at is null order by email`,
  )
  return {
    companies: companies.filter(({ payers, keepers }) => payers.length && keepers.length),
    staff: staff.map(([email]) => email),
  }
}

const at = (list, part) => list[Math.floor(part * list.length)]
/** Derives another number between 0 and 1, so that one draw is enough. */
const another = (part, factor) => (part * factor) % 1

/** Returns the commands, each with its bills, accounts and users. */
export const assigned = (commands, { companies, staff }) => {
  const left = new Map(companies.map(({ id, bills }) => [id, [...bills]]))
  const begun = new Map(companies.map(({ id }) => [id, 0]))
  const all = []
  for (const command of commands) {
    const officers = [at(staff, another(command.who, 7)), at(staff, another(command.who, 13))]
    if (command.kind === 'register') {
      all.push({ ...command, officers })
      continue
    }
    const isPaying = 'bills' in command
    // Companies pay in proportion to their bills, so that all run out at about the same time.
    const room = companies.map(({ id }) => (isPaying ? Math.max(0, left.get(id).length - 2) : 1))
    const sum = room.reduce((one, other) => one + other, 0)
    let part = command.company * sum
    const company = companies[room.findIndex((size) => (part -= size) < 0)]
    if (!company) throw new Error(`no bill is left for command ${command.n} of ${commands.length}`)
    const people = isPaying ? company.payers : command.kind === 'group' ? company.keepers : company.people
    const who = at(people, command.who)
    const one = { ...command, bulkId: company.id, person: who, officers }
    if (isPaying) {
      one.bills = left.get(company.id).splice(0, command.bills)
      one.total = money(one.bills.reduce((total, { amount }) => total + sen(amount), 0))
      if (command.kind === 'rivals') one.rival = people[(people.indexOf(who) + 1) % people.length]
    }
    if (command.kind === 'group') {
      const slices = Math.floor(company.accounts.length / SLICE)
      const number = begun.get(company.id)
      begun.set(company.id, number + 1)
      one.slice = number % slices
      one.accounts = company.accounts.slice(one.slice * SLICE, (one.slice + 1) * SLICE)
    }
    all.push(one)
  }
  return all
}

/** Returns the number of bills that the plan needs. */
export const needed = (commands) => commands.reduce((sum, { bills }) => sum + (bills ?? 0), LEAST)

const COLUMNS = {
  accounts: 'accountNo,registrationNo,companyName,premisesAddress,city,postalCode,state,sector,tariff,status',
  bills:
    'invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid',
}
/** Imports these lines through the feed, as an operator does. */
const deliver = async (what, lines, folder) => {
  const file = join(folder, `${what}.csv`)
  writeFileSync(file, [COLUMNS[what], ...lines, ''].join('\n'))
  const env = { PATH: process.env.PATH, RUST_LOG: 'warn', DATABASE_URL: address('gridbill'), GRIDBILL_DATA: join(place, 'data') }
  await later(join(place, 'bin/gridbill'), ['import', what, file], { env, maxBuffer: 1 << 26 })
}

/** Imports a company for each registration of the plan, known only to the feed so far. `mark` is five digits of this run. */
export const deliverCompanies = async (commands, mark, folder) => {
  const companies = new Map()
  for (const { n, kind, accounts } of commands) {
    if (kind !== 'register') continue
    const number = `${mark}${String(companies.size).padStart(4, '0')}`
    companies.set(n, {
      registrationNo: `2032${number}`,
      companyName: `Chaos ${number} Sdn Bhd`,
      accounts: Array.from({ length: accounts }, (_, place) => `21${number}${place}`),
    })
  }
  const lines = [...companies.values()].flatMap(({ registrationNo, companyName, accounts }) =>
    accounts.map(
      (account, lot) =>
        `${account},${registrationNo},${companyName},Lot ${lot + 1} Jalan Perusahaan,Shah Alam,40000,Selangor,Manufacturing,LV General,active`,
    ),
  )
  if (lines.length > 0) await deliver('accounts', lines, folder)
  return companies
}

/** Imports more bills of the companies' accounts, if the plan pays more than exist. */
export const deliverBills = async (count, { companies }, mark, folder) => {
  const accounts = companies.flatMap((company) => company.accounts)
  const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const lines = Array.from({ length: count }, (_, number) => {
    const invoice = `${mark}${String(number).padStart(7, '0')}`
    const amount = money(2_000 + ((number * 7_919) % 500_000))
    return `${invoice},${invoice},${accounts[number % accounts.length]},28${invoice.slice(-8)},${day(-4)},${day(-5)},${day(20)},Monthly bill,actual,${day(-36)},${day(-6)},Low Voltage General,2500.00,,${amount},0.00,0.00,${amount},,`
  })
  await deliver('bills', lines, folder)
}

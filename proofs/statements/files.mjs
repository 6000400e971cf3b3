// The files of the second reader of statements, from a demo.
//
//     files.mjs PORTAL feed FOLDER      writes bills.csv and settlements.csv about unpaid bills of the demo
//     files.mjs PORTAL save FOLDER      saves the workbooks of statements of the company and of a group
import { writeFileSync } from 'node:fs'

const [portal, step, folder] = process.argv.slice(2)
const METHODS = ['jompay', 'duitNowQr', 'counter', 'bankTransfer', 'directDebit', 'cheque', 'card', 'eWallet', 'postOffice', 'kiosk', 'agent']
const SETTLED = 60
const CARRIED = 12
const CREDITS = 6

async function call(path, token, body) {
  const answer = await fetch(`${portal}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...(token && { authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
const data = async (...asked) => (await (await call(...asked)).json()).Data

async function signIn(username) {
  const { accessToken } = await data('/user-svc/api/v1/User/Login', undefined, { username, password: 'Gridbill-demo1' })
  const { bulkId } = await data('/user-svc/api/v1/User/GetUserProfile', accessToken)
  return { token: accessToken, bulkId }
}

const sen = (amount) => Math.round(Number(amount) * 100)
const ringgit = (amount) => (amount / 100).toFixed(2)

async function feed() {
  const { token, bulkId } = await signIn('master@sinar.example')
  const bills = []
  for (let cursor; cursor !== null; ) {
    const page = await data(`/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkId}`, token, { filter: { payable: true }, recordCount: 500, cursor })
    bills.push(...page.items)
    cursor = page.next ?? null
  }
  const count = new Map()
  for (const { accountNo } of bills) count.set(accountNo, (count.get(accountNo) ?? 0) + 1)
  const today = new Date(Date.now() + 8 * 3_600_000)
  const day = (before) => new Date(today - before * 86_400_000).toISOString().slice(0, 10)
  // One unpaid bill each, so that the next bill can contain it exactly.
  const single = bills.filter(({ accountNo, outstandingAmount }) => count.get(accountNo) === 1 && sen(outstandingAmount) === 0)
  const carried = single.slice(0, CARRIED)
  const others = bills.filter((bill) => !carried.includes(bill)).slice(0, SETTLED)

  const newer = (number, { accountNo }, charge, outstanding) =>
    `${number},900000000003,${accountNo},2800000003,${day(3)},${day(3)},${day(-27)},Normal,actual,,,LV,,,${ringgit(charge)},${ringgit(outstanding)},0.00,${ringgit(charge + outstanding)},,`
  const credited = others.filter(({ accountNo }, place) => others.findIndex((one) => one.accountNo === accountNo) === place).slice(0, CREDITS)
  const rows = [
    ...carried.map((bill, place) => newer(790000000000 + place, bill, 5000 + place, sen(bill.totalAmountPayable))),
    ...credited.map((bill, place) => newer(790000001000 + place, bill, -2500 - place, 0)),
  ]
  writeFileSync(
    `${folder}/bills.csv`,
    `invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid\n${rows.join('\n')}\n`,
  )

  const settlements = []
  const settle = (number, accountNo, invoiceNo, before, amount, reversalOf = '') =>
    settlements.push(`${number},${accountNo},${invoiceNo},${METHODS[settlements.length % METHODS.length]},${day(before)},${ringgit(amount)},${reversalOf},REF ${number}`)
  for (const [place, { invoiceNo, accountNo, totalAmountPayable }] of others.entries()) {
    const amount = sen(totalAmountPayable)
    const part = Math.max(1, Math.floor(amount * 0.4))
    if (place % 4 === 0) settle(`S${place}`, accountNo, invoiceNo, 9, amount)
    if (place % 4 === 1) settle(`S${place}`, accountNo, invoiceNo, 40, part)
    if (place % 4 === 2) {
      settle(`S${place}`, accountNo, invoiceNo, 45, amount)
      settle(`R${place}a`, accountNo, '', 33, part, `S${place}`)
      settle(`R${place}b`, accountNo, '', 4, amount - part, `S${place}`)
    }
    if (place % 4 === 3) settle(`S${place}`, accountNo, '', 2, amount + 1234)
  }
  for (const [place, { accountNo }] of carried.entries()) if (place % 2 === 0) settle(`C${place}`, accountNo, 790000000000 + place, 1, 3000)
  writeFileSync(`${folder}/settlements.csv`, `settlementNo,accountNo,invoiceNo,method,paidOn,amount,reversalOf,reference\n${settlements.join('\n')}\n`)
  const accounts = [...new Set([...carried, ...others].map(({ accountNo }) => accountNo))]
  writeFileSync(`${folder}/group.json`, JSON.stringify(accounts.filter((_, place) => place % 2 === 0)))
  console.log(`statements-reader: ${settlements.length} settlements and reversals, ${rows.length} bills for ${accounts.length} accounts`)
}

async function save() {
  const { readFileSync } = await import('node:fs')
  const { token, bulkId } = await signIn('master@sinar.example')
  const accountNumbers = JSON.parse(readFileSync(`${folder}/group.json`, 'utf8'))
  const { groupId } = await data(`/account-svc/api/v1/Group/CreateGroup/${bulkId}`, token, { groupName: 'Second reader', accountNumbers })
  for (const [name, asked] of [
    ['company-12', { groupId: null, statementPeriod: 12 }],
    ['company-1', { groupId: null, statementPeriod: 1 }],
    ['group-12', { groupId, statementPeriod: 12 }],
  ]) {
    let download = await data(`/portal/api/v1/Downloads/Statement/${bulkId}`, token, { ...asked, format: 'xlsx' })
    while (download.state !== 'ready') {
      if (!['waiting', 'running'].includes(download.state)) throw new Error(`${name}: ${JSON.stringify(download)}`)
      await new Promise((done) => setTimeout(done, 500))
      const { items } = await data('/portal/api/v1/Downloads', token)
      download = items.find(({ downloadId }) => downloadId === download.downloadId)
    }
    const file = await call(`/portal/api/v1/Downloads/File/${download.downloadId}`, token)
    writeFileSync(`${folder}/${name}.xlsx`, Buffer.from(await file.arrayBuffer()))
  }
}

await (step === 'feed' ? feed() : save())

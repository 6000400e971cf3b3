import { bulkIds } from './bills'
import { dayFromToday, deliver } from './feed'
import { ask, people, quiet, test } from './people'

test('look', async ({ as }) => {
  test.setTimeout(240_000)
  const factory = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string; invoiceNo: string; totalAmountPayable: string }[] }>(factory, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.getah}`, { recordCount: 5 })
  const rows = items.map((bill, n) => `LOOK${n},${bill.accountNo},${n === 3 ? '' : bill.invoiceNo},${['jompay', 'counter', 'duitNowQr', 'cheque', 'card'][n]},${dayFromToday(-1 - n)},${n === 1 ? '10.00' : n === 4 ? '999999.00' : bill.totalAmountPayable},,REF ${n}`)
  await deliver('settlements', rows)
  const shots: [typeof factory, string, string][] = []
  const master = await as(people.master)
  const staff = await as(people.pccr)
  shots.push([factory, '/billPayment/elsewhere', 'elsewhere'], [master, '/manageAccount/deposits', 'deposits'], [master, '/manageAccount/emissions', 'emissions'], [staff, '/admin/payments/unmatched', 'unmatched'], [master, '/billPayment/elsewhere', 'none'])
  for (const [page, url, name] of shots) {
    for (const [width, scheme] of [[1280, 'light'], [390, 'light'], [1024, 'dark']] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(url)
      await quiet(page)
      await page.screenshot({ path: `/tmp/look-${name}-${width}-${scheme}.png`, fullPage: width === 390 })
    }
  }
})

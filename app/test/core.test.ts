import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { planPayments } from 'gridbill-core/accounting'
import { expect, test, vi } from 'vitest'
import { amountShown, audienceOf, billState, check, constants, endpoints, screenAt, screens, selectionOf, sentence } from '../src/core/core'
import { acceptedLanguage } from '../src/core/forms'

test('the rules load and answer', () => {
  expect(amountShown('1234567.50')).toBe('RM\u00a01,234,567.50')
  expect(constants.refreshSeconds).toBe(135)
  expect(endpoints.find((entry) => entry.name === 'GetTransactionsCards')).toMatchObject({ queryNames: ['bulkId'] })
  expect(check('accountNo', '2312', 'ms').error?.code).toBe('accountNumberPrefix')
})

test('ten thousand bills are added up', () => {
  const bills = Array.from({ length: 10_000 }, (_, n) => ({
    accountNo: `21${String(n % 2_000).padStart(10, '0')}`,
    amount: '48.21',
  }))
  expect(selectionOf(bills, 'en').value).toEqual({ bills: 10_000, accounts: 2_000, total: '482100.00' })
})

/** The plan of `core/tests/plan.rs`: the number of payments, and the fingerprint of their invoice numbers. */
const plan = { payments: 2778, fingerprint: 1_210_669_352 }

test('5,000 bills are planned as natively, within half a second', () => {
  const bills = Array.from({ length: 5000 }, (_, index) => ({
    invoiceNo: `51${String((index * 7919) % 5000).padStart(10, '0')}`,
    amount: `${100_000 + ((index * 104_729) % 900_000)}.${String(index % 100).padStart(2, '0')}`,
  }))
  // Without the first call, which compiles the code.
  planPayments(bills, 'FPX', 10)
  const before = performance.now()
  const { payments, unplanned } = planPayments(bills, 'FPX', 10)
  const took = performance.now() - before
  // 50 ms is the goal on an idle machine. Tests share theirs.
  console.info(`5,000 bills planned as ${payments.length} payments: ${took.toFixed(1)} ms`)
  expect(unplanned).toEqual([])
  const text = payments.map(({ invoiceNos }) => invoiceNos.join(' ')).join('\n')
  const fingerprint = [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0, 0)
  expect({ payments: payments.length, fingerprint }).toEqual(plan)
  expect(took).toBeLessThan(500)
})

test('the states of 10,000 bills are computed within half a second', () => {
  const bill = { totalAmountPayable: '48.21', status: 1, closed: null, dueDate: '2026-11-20' } as const
  const ask = () => {
    for (let row = 0; row < 10_000; row++) billState(bill, '2026-11-21', 'en')
  }
  ask()
  const before = performance.now()
  ask()
  const took = performance.now() - before
  console.info(`the states of 10,000 bills: ${took.toFixed(1)} ms`)
  expect(took).toBeLessThan(500)
})

test.each([
  ['rules', 87],
  // Loaded by screens with a large form.
  ['forms', 68],
  // Loaded in a worker when the user opens a workbook.
  ['sheet', 211],
  // Loaded by pages about findings and about the approval policy.
  ['finance', 110],
  // Loaded by pages about cost centres and by the steps of a payment.
  ['accounting', 77],
  // Loaded by pages about accounting.
  ['exports', 95],
  // Loaded by the page that verifies audit packs. The emissions report is 39 KB of it, erasures 8.
  ['packs', 182],
])('%s is at most %i KB to download', (part, most) => {
  const wasm = readFileSync(new URL(`../../core-wasm/pkg/${part}/gridbill_core_bg.wasm`, import.meta.url))
  const size = gzipSync(wasm, { level: 9 }).length
  console.info(`${part}: ${size} bytes gzipped`)
  expect(size).toBeLessThanOrEqual(most * 1024)
})

test('a field names the date format that it shows', () => {
  expect(check('day', '31.12.2026', 'en').error?.errorMessage).toBe('Enter a date such as 20 Nov 2026, in files as 2026-11-20.')
  expect(sentence('dateInvalid', 'ms')).toBe('Masukkan tarikh seperti 20 Nov 2026, dalam fail sebagai 2026-11-20.')
})

test('a refusal is translated into the other language, with its figures', () => {
  const { error } = check('amount', '1.234', 'en')
  expect(error && sentence(error.code, 'ms', error.params)).toBe('Masukkan amaun dengan paling banyak dua tempat perpuluhan.')
  expect(sentence('invoiceRepeated', 'en', { invoices: ['1', '2'] })).toBe('An invoice is in the selection twice: 1, 2. Remove one.')
  expect(sentence('referencesTooMany', 'ms', { limit: 10 })).toBe('Masukkan paling banyak 10 nombor rujukan.')
})

test('the audience of an address is the same with and without the rules', () => {
  const paths = screens.map(({ path }) => path.replace('/*', ''))
  const others = ['/nowhere', '/homes', '//', '', '/account', '/admin/', '/admin/payment', '/billPaymentX', '/404/x']
  for (const path of [...paths, ...paths.flatMap((path) => [`${path}/`, `${path}//`, `${path}/x`, `${path}x`]), ...others])
    expect([path, audienceOf(path)]).toEqual([path, screenAt(path)?.audience])
})

test('a page without the rules chooses the same language as the rules', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' })
  const { preferredLanguage } = await import('../src/words/language')
  for (const preferred of [[], ['ms'], ['ms-MY', 'en'], ['de', 'fr'], ['en-GB', 'ms'], ['zh', 'MS-my'], ['de', 'en', 'ms']])
    expect(preferredLanguage(preferred)).toBe(acceptedLanguage(preferred.join(',')))
})

/** Long lists of numbers, as a request sends them. */
import { expect, test } from 'vitest'
import { numberLists } from '../src/core/core'
import { writeList } from '../src/kit/call/writeLists'

const bills = (count: number, step: number) => Array.from({ length: count }, (_, place) => String(510_000_000_000 + place * step))
const sent = (request: object) => JSON.stringify(request, writeList)

test('20,000 bills are one value and fit through a firewall, alone and twice as in a plan', () => {
  const invoiceNos = bills(20_000, 997)
  const body = sent({ id: '3000000001', invoiceNos })
  expect(Object.values(JSON.parse(body)).every((value) => typeof value === 'string')).toBe(true)
  expect(body.length).toBeLessThan(128 * 1024)
  const plan = sent({ invoiceNos: bills(2_000, 997), plan: { kind: 'first', invoiceNos, totalAmount: '1.00' } })
  expect(JSON.parse(plan).plan.invoiceNos).toMatch(/^510000000000,997,/)
  expect(plan.length).toBeLessThan(128 * 1024)
})

test('short lists, objects, and lists of other names are sent as they are', () => {
  const accounts = Array.from({ length: 200 }, (_, place) => ({ accountNo: String(210_000_000_000 + place), referenceId: null }))
  for (const request of [{ invoiceNos: bills(99, 1) }, { accounts }, { numbers: bills(200, 1) }, { invoiceNos: [...bills(200, 1), '1'] }])
    expect(JSON.parse(sent(request))).toEqual(request)
  expect(numberLists).toContain('accountNumbers')
})

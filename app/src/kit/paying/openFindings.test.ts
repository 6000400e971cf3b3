import { expect, test, vi } from 'vitest'
import { atStakeOf, type OpenFinding } from './openFindings'

vi.mock('~/kit/session/useProfile', () => ({}))
vi.mock('~/kit/list/pages', () => ({}))
vi.mock('~/kit/call/read', () => ({}))

const chosen = new Map([
  ['100000000001', {}],
  ['100000000002', {}],
  ['100000000003', {}],
])
const finding = (invoiceNo: string, atStake: string) => ({ invoiceNo, atStake }) as OpenFinding

test('a bill with several findings counts once, with its largest amount', () => {
  const findings = [finding('100000000001', '10.00'), finding('100000000001', '1204.50'), finding('100000000002', '0.00')]
  const { bills, total } = atStakeOf(findings, chosen, 'en')
  expect(bills.map(({ invoiceNo, findings }) => [invoiceNo, findings.length])).toEqual([
    ['100000000001', 2],
    ['100000000002', 1],
  ])
  expect(total).toBe('1204.50')
})

test('findings on bills that are not chosen do not count', () => {
  expect(atStakeOf([finding('100000000009', '10.00')], chosen, 'en')).toEqual({ bills: [], total: '0.00' })
  expect(atStakeOf([], chosen, 'en')).toEqual({ bills: [], total: '0.00' })
})

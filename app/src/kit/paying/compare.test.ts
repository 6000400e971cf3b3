import { expect, it } from 'vitest'
import type { LeftOut } from '~/core/core'
import { compareSelection, withChanges } from './compare'
import type { ChosenBills } from './selection'

const chosen = (bills: Record<string, string>): ChosenBills =>
  new Map(Object.entries(bills).map(([invoiceNo, amount]) => [invoiceNo, { accountNo: '220000000001', amount }]))
const inPayment = (count: number): LeftOut => ({ reason: 'billInPayment', count })
const disabled = (count: number): LeftOut => ({ reason: 'billPaymentDisabled', count })

const asked = chosen({ '1': '10.00', '2': '20.00', '3': '30.00' })

it('names bills that can no longer be paid or have changed, and updates the selection', () => {
  const changes = compareSelection(asked, { asked, now: chosen({ '2': '21.00', '3': '30.00' }), why: [inPayment(1)] })
  expect(changes).toEqual({ gone: ['1'], why: [inPayment(1)], changed: [{ invoiceNo: '2', before: '20.00', now: '21.00' }] })
  expect(withChanges(asked, changes)).toEqual(chosen({ '2': '21.00', '3': '30.00' }))
})

it('ignores bills that were selected or updated after the request', () => {
  const bills = chosen({ '3': '31.00', '4': '40.00' })
  expect(compareSelection(bills, { asked, now: chosen({}), why: [inPayment(3)] })).toEqual({ gone: [], why: [], changed: [] })
})

it('counts only bills that are still selected for each reason', () => {
  const now = chosen({ '3': '30.00' })
  const taken = chosen({ '2': '20.00', '3': '30.00' })
  expect(compareSelection(asked, { asked, now, why: [inPayment(2)] })).toEqual({ gone: ['1', '2'], why: [inPayment(2)], changed: [] })
  expect(compareSelection(taken, { asked, now, why: [inPayment(2)] })).toEqual({ gone: ['2'], why: [inPayment(1)], changed: [] })
})

it('omits the reasons if a bill was removed since and the reasons differed', () => {
  const taken = chosen({ '2': '20.00', '3': '30.00' })
  const none = chosen({})
  const several = [inPayment(2), disabled(1)]
  expect(compareSelection(asked, { asked, now: none, why: several }).why).toEqual(several)
  expect(compareSelection(taken, { asked, now: none, why: several }).why).toEqual([])
  // The third bill is paid, for which the server returns no reason.
  expect(compareSelection(asked, { asked, now: none, why: [inPayment(2)] }).why).toEqual([inPayment(2)])
  expect(compareSelection(taken, { asked, now: none, why: [inPayment(2)] }).why).toEqual([])
})

/** What first screens ask for early is what they ask for. */
import { expect, it } from 'vitest'
import { paths } from '../core/links'
import { billList } from '../features/bills/billList'
import { firstCalls } from '../kit/call/early'
import { requestOf } from '../kit/list/declare'

it('the list of unpaid bills, as its address without a filter means it', () => {
  const { name, request } = firstCalls[paths.outstandingBills] ?? {}
  expect([name, JSON.stringify(request)]).toEqual([billList.call, JSON.stringify(requestOf(billList, {}))])
})

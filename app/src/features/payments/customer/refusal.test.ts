import { createStore } from 'jotai'
import { expect, it, vi } from 'vitest'
import type { ErrorBody } from '~/core/core'

vi.mock('~/kit/paying/selection', async () => {
  const { atom } = await import('jotai')
  return { ownedSelection: atom({ owner: '', bills: new Map() }) }
})

const { errorsAt, paymentRefusal } = await import('./refusal')
const { ownedSelection } = await import('~/kit/paying/selection')

const refusal: ErrorBody = { code: 'referencesDoNotAddUp', errorTopic: 'generic', errorMessage: 'No.', fields: [], params: {} }

it('applies to the bills that were selected at the refusal, until it is cleared', () => {
  const store = createStore()
  const choose = (invoiceNo: string) =>
    store.set(ownedSelection, () => ({
      owner: '',
      bills: new Map([[invoiceNo, { accountNo: '220000000001', amount: '10.00' }]]),
      takenOut: { bills: {}, ofMany: [] },
    }))
  choose('1')
  store.set(paymentRefusal, refusal)
  expect(store.get(paymentRefusal)).toEqual(refusal)
  choose('2')
  expect(store.get(paymentRefusal)).toBeNull()
  store.set(paymentRefusal, refusal)
  store.set(paymentRefusal, null)
  expect(store.get(paymentRefusal)).toBeNull()
})

it('has the errors at fields of the request, and at their parts', () => {
  const fields = ['bankId', 'referenceNumbers', 'referenceNumbers.0.number', 'bulkId', 'referenceNumbersTotal'].map((field) => ({
    field,
    code: refusal.code,
    message: 'No.',
    params: {},
  }))
  const at = errorsAt({ ...refusal, fields }, 'bankId', 'referenceNumbers').map(({ field }) => field)
  expect(at).toEqual(['bankId', 'referenceNumbers', 'referenceNumbers.0.number'])
  expect(errorsAt(undefined, 'bankId')).toEqual([])
})

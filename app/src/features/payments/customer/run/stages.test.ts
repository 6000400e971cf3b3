import { expect, it } from 'vitest'
import type { ListedDocument } from '~/core/core'
import { currentDocument, progressOfPayment, progressOfProposal, stagesOf } from './stages'

it('skips the approval of a payment that needs none', () => {
  expect(stagesOf(false)).toEqual(['draft', 'checking', 'paid', 'books'])
  expect(stagesOf(true)).toEqual(['draft', 'checking', 'approval', 'ready', 'paid', 'books'])
})

it('follows a proposal to its payment, and ends with a proposal that is not paid', () => {
  expect(progressOfProposal('proposed')).toBe('approval')
  expect(progressOfProposal('approved')).toBe('ready')
  expect(progressOfProposal('released')).toBe('paid')
  expect(progressOfProposal('void')).toBeNull()
})

it('is in the books only when the number of the accounting program came back', () => {
  expect(progressOfPayment('fpxPending', undefined)).toBe('paid')
  expect(progressOfPayment('insufficientPending', undefined)).toBe('paid')
  expect(progressOfPayment('paid', undefined)).toBe('books')
  expect(progressOfPayment('paid', { theirNo: null })).toBe('books')
  expect(progressOfPayment('paid', { theirNo: 'PV-1' })).toBe('done')
  expect(progressOfPayment('fpxDeclined', { theirNo: 'PV-1' })).toBeNull()
})

it('ignores documents that were reversed', () => {
  const documents = [
    { documentNo: 'R1', isCurrent: false },
    { documentNo: 'D2', isCurrent: true },
  ] as ListedDocument[]
  expect(currentDocument(documents)?.documentNo).toBe('D2')
  expect(currentDocument(undefined)).toBeUndefined()
})

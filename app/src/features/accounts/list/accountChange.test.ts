import { expect, test } from 'vitest'
import { noGroup } from '../groups/noGroup'
import { changeOf, oppositeOf } from './accountChange'

const before = { referenceId: 'R-1', groupId: 'north' }

test('only the fields that were changed in the form are sent', () => {
  expect(changeOf(before, { ...before, referenceId: ' R-1 ' })).toEqual({})
  expect(changeOf(before, { ...before, referenceId: 'R-2' })).toEqual({ referenceId: 'R-2' })
  expect(changeOf(before, { ...before, groupId: noGroup })).toEqual({ groupId: '' })
  expect(changeOf(before, { referenceId: '', groupId: 'south' })).toEqual({ referenceId: '', groupId: 'south' })
})

test('undo restores what a change replaced, and nothing else', () => {
  const accounts = [
    { accountNo: '210000000001', referenceId: 'R-1', groupId: 'north' },
    { accountNo: '210000000002', referenceId: null, groupId: null },
  ]
  const changes = [
    { accountNo: '210000000001', groupId: 'south' },
    { accountNo: '210000000002', groupId: 'south', referenceId: 'R-2' },
  ]
  expect(oppositeOf(changes, accounts)).toEqual([
    { accountNo: '210000000001', groupId: 'north' },
    { accountNo: '210000000002', groupId: '', referenceId: '' },
  ])
})

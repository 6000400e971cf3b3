import { expect, test } from 'vitest'
import { noGroup } from '../groups/noGroup'
import { changeOf } from './accountChange'

const before = { referenceId: 'R-1', groupId: 'north' }

test('only the fields that were changed in the form are sent', () => {
  expect(changeOf(before, { ...before, referenceId: ' R-1 ' })).toEqual({})
  expect(changeOf(before, { ...before, referenceId: 'R-2' })).toEqual({ referenceId: 'R-2' })
  expect(changeOf(before, { ...before, groupId: noGroup })).toEqual({ groupId: '' })
  expect(changeOf(before, { referenceId: '', groupId: 'south' })).toEqual({ referenceId: '', groupId: 'south' })
})

import { expect, test } from 'vitest'
import { noGroup } from '../groups/noGroup'
import { changeOf } from './accountChange'

const before = { referenceId: 'R-1', groupId: 'north' }

test('only what was changed in the form is sent', () => {
  expect(changeOf(before, { ...before, referenceId: ' R-1 ' })).toEqual({})
  expect(changeOf(before, { ...before, referenceId: 'R-2' })).toEqual({ referenceId: 'R-2' })
  expect(changeOf(before, { ...before, groupId: noGroup })).toEqual({ groupId: '' })
  expect(changeOf(before, { referenceId: '', groupId: 'south' })).toEqual({ referenceId: '', groupId: 'south' })
})

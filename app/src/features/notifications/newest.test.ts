import { expect, it } from 'vitest'
import { newestId } from './newest'

it('returns the highest ID, at any position', () => {
  expect(newestId([{ id: '41' }, { id: '42' }, { id: '9' }])).toBe('42')
  expect(newestId([])).toBeUndefined()
})

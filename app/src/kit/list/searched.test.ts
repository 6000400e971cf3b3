import { expect, test } from 'vitest'
import { whyNotSearch } from './searched'

test('a name of two letters cannot be searched, and the menu says why', () => {
  expect(whyNotSearch('Ng', 'en')).toBe('Enter at least 3 characters.')
  expect(whyNotSearch('Aminah', 'en')).toBeUndefined()
  expect(whyNotSearch('260000000001', 'en')).toBeUndefined()
})

import { expect, it } from 'vitest'
import { tooMany } from './tooMany'

it('takes as many bills as one payment can have, and names the limit beyond', () => {
  expect(tooMany(20_000, 'en')).toBeUndefined()
  expect(tooMany(20_001, 'en')).toContain('20,000')
})

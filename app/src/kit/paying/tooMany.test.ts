import { expect, it } from 'vitest'
import { tooMany } from './tooMany'

it('accepts as many bills as one payment may have, and names the limit above it', () => {
  expect(tooMany(20_000, 'en')).toBeUndefined()
  expect(tooMany(20_001, 'en')).toContain('20,000')
})

import { expect, test } from 'vitest'
import { shareShown } from './share'

test('a share has as many decimals as it needs', () => {
  expect([0, 5, 50, 100, 150, 3_333, 10_000].map(shareShown)).toEqual(['0%', '0.05%', '0.5%', '1%', '1.5%', '33.33%', '100%'])
})

import { expect, test } from 'vitest'
import { shareShown } from './share'

const shares = [
  [0, 60],
  [0, 0],
  [1, 60],
  [9, 19],
  [1, 2000],
  [1, 4000],
  [3, 200],
  [1, 20],
  [60, 60],
] as const

test('a share is rounded to one decimal', () => {
  expect(shares.map(([part, whole]) => shareShown(part, whole))).toEqual([
    '0%',
    '0%',
    '1.7%',
    '47.4%',
    '0.1%',
    '0.1%',
    '1.5%',
    '5%',
    '100%',
  ])
})

import { expect, it } from 'vitest'
import { splitTitle } from './splitTitle'

it('splits a refusal after its first sentence, and loses nothing', () => {
  expect(splitTitle('It was counted for P1. Rows: a.csv 2; b.ofx 2. Upload it.', 'en')).toEqual([
    'It was counted for P1.',
    'Rows: a.csv 2; b.ofx 2. Upload it.',
  ])
  expect(splitTitle('Ia dikira untuk P1. Baris: a.csv 2.', 'ms')).toEqual(['Ia dikira untuk P1.', 'Baris: a.csv 2.'])
  expect(splitTitle('Try again.', 'en')).toEqual(['Try again.', ''])
})

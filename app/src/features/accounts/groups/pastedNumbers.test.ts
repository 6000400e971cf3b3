import { expect, test } from 'vitest'
import { numbersRefusal, pastedNumbers } from './pastedNumbers'

const refused = (typed: string) => numbersRefusal(typed, 'en', (number, message) => `${number}: ${message}`).map(({ message }) => message)

test('numbers are separated by commas, lines and cells, and each is read', () => {
  expect(pastedNumbers('210000000001, 210000000002\r\n\n210000000003\t', 'en')).toEqual(['210000000001', '210000000002', '210000000003'])
  expect(refused('210000000001,\n')).toEqual([])
})

test('the first invalid account number is named', () => {
  expect(refused('210000000001\n 5123 \n99')).toEqual([expect.stringMatching(/^5123: An electricity account number /)])
})

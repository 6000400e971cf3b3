import { expect, test } from 'vitest'
import { phoneShown } from './phone'

test('a telephone number is shown as people dial it', () => {
  for (const [text, shown] of [
    ['388881234', '03-8888 1234'],
    ['52345678', '05-234 5678'],
    ['82234567', '082-234 567'],
    ['123456789', '012-345 6789'],
    ['1123456789', '011-2345 6789'],
    ['1300885454', '1-300-88-5454'],
    ['0388881234', '03-8888 1234'],
    ['+60 3 8888-1234', '03-8888 1234'],
    ['60123456789', '012-345 6789'],
    ['03-8888 1234', '03-8888 1234'],
  ] as const)
    expect(phoneShown(text), text).toBe(shown)
})

test('any other text is shown as it is', () => {
  for (const text of ['', '+44 20 7946 0000', '1234567']) expect(phoneShown(text)).toBe(text)
})

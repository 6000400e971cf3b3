import { expect, it } from 'vitest'
import { joinLines } from './SearchField'

it('keeps numbers of lines and cells apart', () => {
  expect(joinLines('210000000001\r\n210000000002\n')).toBe('210000000001, 210000000002')
  expect(joinLines('1\t2\n3,\n\n 4 ')).toBe('1, 2, 3, 4')
})

it('leaves a single line to the browser, with or without a line break', () => {
  expect(joinLines('210000000001, 210000000002')).toBeUndefined()
  expect(joinLines('210000000001\n')).toBeUndefined()
})

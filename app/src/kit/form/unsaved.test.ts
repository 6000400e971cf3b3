import { expect, test } from 'vitest'
import { hasUnsaved, watchUnsaved } from './unsaved'

test('what is typed in any form that is open would be lost', () => {
  let typed = ''
  const leave = watchUnsaved(() => typed !== '')
  const leaveOther = watchUnsaved(() => false)
  expect(hasUnsaved()).toBe(false)
  typed = 'Half a na'
  expect(hasUnsaved()).toBe(true)
  leaveOther()
  expect(hasUnsaved()).toBe(true)
  leave()
  expect(hasUnsaved()).toBe(false)
})

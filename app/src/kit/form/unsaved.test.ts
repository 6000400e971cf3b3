import { expect, test } from 'vitest'
import { hasUnsaved, watchUnsaved } from './unsaved'

test('input in any open form is unsaved', () => {
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

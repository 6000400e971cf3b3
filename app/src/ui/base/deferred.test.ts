import { expect, test } from 'vitest'
import { combineDeferred, deferCode } from './deferred'

test('an overlay and its content are there once both have loaded', async () => {
  let come = () => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  const panel = deferCode(async () => 'panel')
  const shown = deferCode(async () => {
    await held
    return 'form'
  })
  const both = combineDeferred(panel, shown)
  const fetched = both.fetch()
  await panel.fetch()
  expect(both.now()).toBeUndefined()
  come()
  expect(await fetched).toBe(true)
  expect(both.now()).toBe('panel')
})

test('a failed one of two is reported in its place, and requested again', async () => {
  let asked = 0
  const panel = deferCode(async () => 'panel')
  const shown = deferCode(async () => {
    asked += 1
    if (asked === 1) throw new Error('offline')
    return 'form'
  })
  const both = combineDeferred(panel, shown)
  expect(await both.fetch()).toBe(false)
  expect(both.now()).toBeUndefined()
  expect(await both.fetch()).toBe(true)
  expect(both.now()).toBe('panel')
})

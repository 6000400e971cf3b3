import { expect, test } from 'vitest'
import { combineDeferred, deferCode } from './deferred'

test('an overlay counts as loaded once its content has loaded, too', async () => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
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
  arrive()
  expect(await fetched).toBe(true)
  expect(both.now()).toBe('panel')
})

test('a failure of the content is reported, and the next call requests it again', async () => {
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

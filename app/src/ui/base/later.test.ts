import { expect, test } from 'vitest'
import { later, together } from './later'

test('what is opened with what it shows is there once both have come', async () => {
  let come = () => {}
  const held = new Promise<void>((resolve) => {
    come = resolve
  })
  const panel = later(async () => 'panel')
  const shown = later(async () => {
    await held
    return 'form'
  })
  const both = together(panel, shown)
  const fetched = both.fetch()
  await panel.fetch()
  expect(both.now()).toBeUndefined()
  come()
  expect(await fetched).toBe(true)
  expect(both.now()).toBe('panel')
})

test('of two, it is said where one could not be fetched, and that is asked for again', async () => {
  let asked = 0
  const panel = later(async () => 'panel')
  const shown = later(async () => {
    asked += 1
    if (asked === 1) throw new Error('offline')
    return 'form'
  })
  const both = together(panel, shown)
  expect(await both.fetch()).toBe(false)
  expect(both.now()).toBeUndefined()
  expect(await both.fetch()).toBe(true)
  expect(both.now()).toBe('panel')
})

import { afterEach, expect, test, vi } from 'vitest'
import { combineDeferred, deferCode, fetchUntilLoaded } from './deferred'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

/** Code that the user waits for, with this number of failures before it loads. */
function wait(failures: number) {
  vi.useFakeTimers()
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new Error('offline')
    return 'panel'
  })
  const [act, fail] = [vi.fn(), vi.fn()]
  const stop = fetchUntilLoaded(deferCode(load), act, fail)
  return { page, load, act, fail, stop }
}
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('code that the user waits for is requested again after growing pauses, and the failure is shown once', async () => {
  const { load, act, fail } = wait(3)
  await passes(4_000)
  expect(load).toHaveBeenCalledTimes(1)
  await passes(2_000)
  expect(load).toHaveBeenCalledTimes(2)
  await passes(30_000)
  expect([act, fail].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  await passes(600_000)
  expect(load).toHaveBeenCalledTimes(4)
})

test('it is requested again when the browser is online again, unless the user no longer waits', async () => {
  const first = wait(1)
  await passes(0)
  first.page.dispatchEvent(new Event('online'))
  await passes(0)
  expect(first.act).toHaveBeenCalledTimes(1)

  const left = wait(1)
  await passes(0)
  left.stop()
  left.page.dispatchEvent(new Event('online'))
  await passes(600_000)
  expect(left.load).toHaveBeenCalledTimes(1)
})

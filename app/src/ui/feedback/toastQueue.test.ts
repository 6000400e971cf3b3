import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastQueue } from './toastQueue'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const titles = (queue: ToastQueue) => queue.current().map((toast) => toast.title)

it('hides a message after five seconds, or as long as it asks for', () => {
  const queue = new ToastQueue()
  queue.add({ title: 'Saved' })
  queue.add({ title: 'Removed', seconds: 10 })
  vi.advanceTimersByTime(4999)
  expect(titles(queue)).toEqual(['Saved', 'Removed'])
  vi.advanceTimersByTime(1)
  expect(titles(queue)).toEqual(['Removed'])
  vi.advanceTimersByTime(5000)
  expect(titles(queue)).toEqual([])
})

it('keeps a message while it is held, then gives it the time that was left', () => {
  const queue = new ToastQueue()
  queue.add({ title: 'Removed' })
  vi.advanceTimersByTime(2000)
  queue.hold()
  vi.advanceTimersByTime(60_000)
  expect(titles(queue)).toEqual(['Removed'])
  queue.release()
  vi.advanceTimersByTime(2999)
  expect(titles(queue)).toEqual(['Removed'])
  vi.advanceTimersByTime(1)
  expect(titles(queue)).toEqual([])
})

it('starts the clock of a message that came while the others were held', () => {
  const queue = new ToastQueue()
  queue.hold()
  queue.add({ title: 'Saved' })
  vi.advanceTimersByTime(60_000)
  queue.release()
  vi.advanceTimersByTime(5000)
  expect(titles(queue)).toEqual([])
})

it('shows three at most, the newest', () => {
  const queue = new ToastQueue()
  for (const title of ['a', 'b', 'c', 'd']) queue.add({ title })
  expect(titles(queue)).toEqual(['b', 'c', 'd'])
})

it('keeps what can be undone for its time when others come', () => {
  const queue = new ToastQueue()
  const action = { label: 'Undo', onPress: () => {} }
  const add = (title: string, seconds: number, isUndoable = true) => queue.add({ title, seconds, ...(isUndoable && { action }) })
  add('a', 10)
  for (const title of ['read', 'read', 'read']) add(title, 5, false)
  expect(titles(queue)).toEqual(['a', 'read', 'read'])
  for (const title of ['b', 'c', 'd', 'e', 'f']) add(title, 10)
  expect(titles(queue)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  add('g', 10)
  expect(titles(queue)).toEqual(['b', 'c', 'd', 'e', 'f', 'g'])
  vi.advanceTimersByTime(10_000)
  expect(titles(queue)).toEqual([])
})

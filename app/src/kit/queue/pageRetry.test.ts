import { expect, test, vi } from 'vitest'
import { pageRetryOf } from './pageRetry'

const pages = { hasNextPage: true, isError: true, isFetchingNextPage: false, fetchNextPage: vi.fn(async (_: object) => {}) }

test('a failed next page can be requested again, and the running request is shown', () => {
  const again = pageRetryOf(undefined, pages)
  expect(again?.isAsking).toBe(false)
  again?.ask()
  expect(pages.fetchNextPage).toHaveBeenCalledWith({ cancelRefetch: false })
  expect(pageRetryOf(undefined, { ...pages, isFetchingNextPage: true })?.isAsking).toBe(true)
})

test('nothing is retried at the end, before a failure, or if a next record exists', () => {
  expect(pageRetryOf(undefined, { ...pages, hasNextPage: false })).toBeUndefined()
  expect(pageRetryOf(undefined, { ...pages, isError: false })).toBeUndefined()
  expect(pageRetryOf('next', pages)).toBeUndefined()
})

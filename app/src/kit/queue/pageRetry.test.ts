import { expect, test, vi } from 'vitest'
import { pageRetryOf } from './pageRetry'

const pages = { hasNextPage: true, isError: true, isFetchingNextPage: false, fetchNextPage: vi.fn(async (_: object) => {}) }

test('where the next page was refused it is asked for again, once at a time', () => {
  const again = pageRetryOf(undefined, pages)
  expect(again?.isAsking).toBe(false)
  again?.ask()
  expect(pages.fetchNextPage).toHaveBeenCalledWith({ cancelRefetch: false })
  expect(pageRetryOf(undefined, { ...pages, isFetchingNextPage: true })?.isAsking).toBe(true)
})

test('at the end, before the page was refused, and where one follows, there is nothing to ask again for', () => {
  expect(pageRetryOf(undefined, { ...pages, hasNextPage: false })).toBeUndefined()
  expect(pageRetryOf(undefined, { ...pages, isError: false })).toBeUndefined()
  expect(pageRetryOf('next', pages)).toBeUndefined()
})

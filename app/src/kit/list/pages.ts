/** Reads a list page by page. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page } from '~/core/core'
import { call, type EndpointName, type RequestOf, type ResponseOf } from '../call/api'

interface PageQuery {
  name: EndpointName
  /** The request fields that identify the list's owner, such as the bulk account. */
  of: object
  /** The request fields for filters and order. */
  request: object
  within: string | undefined
  isSettled: boolean
  isEnabled: boolean
}

type Key = readonly unknown[]

/** Whether two queries read the same list, regardless of filters and order. */
export const isSameList = (one: Key, other: Key): boolean => JSON.stringify(one.slice(0, -1)) === JSON.stringify(other.slice(0, -1))

/**
 * Reads the pages of a list. While other filters or another order load, the old rows stay visible, but never those of
 * another list.
 */
export function usePages<Row>({ name, of, request, within, isSettled, isEnabled }: PageQuery) {
  // Only queries whose key begins with a call's name are refetched after changes.
  const queryKey = [...(isSettled ? ['settled'] : []), name, of, request]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage<Row>(name, { ...of, ...request, ...(pageParam && { cursor: pageParam }) }, within, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before, asked) => (asked && isSameList(asked.queryKey, queryKey) ? before : undefined),
    enabled: isEnabled,
    ...(isSettled && { staleTime: Number.POSITIVE_INFINITY }),
  })
  const pages = query.data?.pages
  // The same array until other rows load, so that ticking a box does not render a long list again.
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  return { query, rows, total: pages?.[0]?.total, notFound: pages?.[0]?.notFound }
}

/** Returns the number of rows for another request. Undefined until it is loaded, and after an error. */
export function useCount({ name, of, request, within }: Pick<PageQuery, 'name' | 'of' | 'request' | 'within'>): {
  count: number | undefined
  isAnswered: boolean
} {
  const { data, isFetched } = useQuery({
    queryKey: [name, of, request, 'count'],
    queryFn: async ({ signal }) => (await readPage(name, { ...of, ...request, recordCount: 1 }, within, signal)).total,
  })
  return { count: data, isAnswered: isFetched }
}

async function readPage<Row>(name: EndpointName, request: object, within: string | undefined, signal: AbortSignal): Promise<Page<Row>> {
  const answer = await call(name, request as RequestOf<typeof name>, { signal })
  return (within === undefined ? answer : answer?.[within as keyof typeof answer]) as Page<Row>
}

/** Reads all pages of a list, for actions on all matching rows. */
export async function fetchAllRows<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
): Promise<ResponseOf<Name> extends Page<infer Row> ? Row[] : never> {
  const rows: unknown[] = []
  const { signal } = new AbortController()
  let cursor: string | null = ''
  while (cursor !== null) {
    const asked = { ...request, recordCount: maxPageSize, ...(cursor && { cursor }) }
    const page: Page<unknown> = await readPage(name, asked, undefined, signal)
    rows.push(...page.items)
    cursor = page.next
  }
  return rows as ResponseOf<Name> extends Page<infer Row> ? Row[] : never
}

/** Maximum rows per answer. */
const maxPageSize = 1000

/** Reading a list, page after page. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Page } from '../../core/core'
import { call, type EndpointName, type RequestOf, type ResponseOf } from '../call/api'

interface Asked {
  name: EndpointName
  /** Whose list it is. */
  of: object
  /** How it is narrowed and ordered. */
  request: object
  within: string | undefined
  isSettled: boolean
  isEnabled: boolean
}

type Key = readonly unknown[]

/** Whether two questions are about the same list, however it is narrowed or ordered. */
export const isSameList = (one: Key, other: Key): boolean => JSON.stringify(one.slice(0, -1)) === JSON.stringify(other.slice(0, -1))

/** Its rows stay while it is narrowed or ordered anew, and never become another list's. */
export function usePages<Row>({ name, of, request, within, isSettled, isEnabled }: Asked) {
  // Only what begins with a call's name is read again when something changed.
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
  // The same rows until other ones come, so that a long list is not drawn again at every tick of a box.
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  return { query, rows, total: pages?.[0]?.total, notFound: pages?.[0]?.notFound }
}

/** How many rows a list has, narrowed otherwise than on show; undefined until it is known, also where it could not be read. */
export function useCount({ name, of, request, within }: Pick<Asked, 'name' | 'of' | 'request' | 'within'>): {
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

/** Every row of a list, for what is done with all that match. */
export async function everyRow<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
): Promise<ResponseOf<Name> extends Page<infer Row> ? Row[] : never> {
  const rows: unknown[] = []
  const { signal } = new AbortController()
  let cursor: string | null = ''
  while (cursor !== null) {
    const asked = { ...request, recordCount: mostRows, ...(cursor && { cursor }) }
    const page: Page<unknown> = await readPage(name, asked, undefined, signal)
    rows.push(...page.items)
    cursor = page.next
  }
  return rows as ResponseOf<Name> extends Page<infer Row> ? Row[] : never
}

/** The most that one answer holds. */
const mostRows = 1000

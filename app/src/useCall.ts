/** Reading through the endpoint table, kept fresh by live events. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, type EndpointName, type RequestOf, type ResponseOf } from './api'
import type { Page } from './core'
import { isSameList } from './sameList'

interface Options {
  enabled?: boolean
}

/** One answer. Never another record's while its own is awaited: what is shown is what is acted on. */
export function useCall<Name extends EndpointName>(name: Name, request: RequestOf<Name>, options: Options = {}) {
  return useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => call(name, request, { signal }),
    ...options,
  })
}

type RowOf<Response> = Response extends Page<infer Row> ? Row : never

/** A list, page after page. Its rows stay while it is narrowed or ordered anew, and never become another list's. */
export function usePages<Name extends EndpointName>(name: Name, request: RequestOf<Name>) {
  const query = useInfiniteQuery({
    queryKey: [name, request],
    queryFn: ({ pageParam, signal }) =>
      call(name, { ...request, ...(pageParam && { cursor: pageParam }) } as RequestOf<Name>, { signal }) as Promise<
        Page<RowOf<ResponseOf<Name>>>
      >,
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: (before, of) => (of && isSameList(of.queryKey, [name, request]) ? before : undefined),
  })
  const pages = query.data?.pages
  // The same rows until other ones come, so that a long list is not drawn again at every tick of a box.
  const rows = useMemo(() => pages?.flatMap((page) => page.items) ?? [], [pages])
  return {
    ...query,
    rows,
    total: pages?.[0]?.total,
  }
}

/** Every row of a list, for what is done with all that match. */
export async function everyRow<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<RowOf<ResponseOf<Name>>[]> {
  const rows: RowOf<ResponseOf<Name>>[] = []
  const { signal } = new AbortController()
  let cursor: string | null = ''
  while (cursor !== null) {
    const asked = { ...request, recordCount: mostRows, ...(cursor && { cursor }) } as RequestOf<Name>
    const page = (await call(name, asked, { signal })) as Page<RowOf<ResponseOf<Name>>>
    rows.push(...page.items)
    cursor = page.next
  }
  return rows
}

/** The most that one answer holds. */
const mostRows = 1000

/**
 * Reads data with a call of the endpoint table. The route's `load` requests it, and a component under a `Boundary`
 * awaits it. The boundary shows a placeholder, or the error with a button to retry. Live events keep the data fresh.
 * Lists use `kit/list` instead.
 *
 *   load: ({ invoiceNo }) => prefetch('GetBillDetails', { invoiceNo })        (routes/customers.ts)
 *   const bill = useRead('GetBillDetails', { invoiceNo })
 */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call, type EndpointName, type RequestOf, type ResponseOf } from './api'
import { queries } from './queries'

/** A query as a value: its key, which begins with the name of a call, and the function that fetches it. */
export interface CallQuery<Answer> {
  queryKey: readonly [string, ...unknown[]]
  queryFn: (asked: { signal: AbortSignal }) => Promise<Answer>
  /** Milliseconds after which it is fetched again when a component mounts. */
  staleTime?: number
  /** Milliseconds that it stays cached while no component uses it. */
  gcTime?: number
  /** Milliseconds after which it is fetched again while it is on the screen. */
  refetchInterval?(query: { state: { data: Answer | undefined } }): number | false
}

/** The query for a single call. */
export const callQuery = <Name extends EndpointName>(name: Name, request: RequestOf<Name>): CallQuery<ResponseOf<Name>> => ({
  queryKey: [name, request],
  queryFn: ({ signal }) => call(name, request, { signal }),
})

/**
 * A query that combines several calls. It is refetched when the topics of `name` change. `of` distinguishes its key from
 * other queries of that call.
 */
export const composedQuery = <Answer>(
  name: EndpointName,
  of: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Answer>,
): CallQuery<Answer> => ({ queryKey: [name, ...of], queryFn: ({ signal }) => ask(signal) })

/** Returns the answer of a call. It never returns another record's answer while loading, because users could act on it. */
export function useRead<Name extends EndpointName>(name: Name, request: RequestOf<Name>): ResponseOf<Name> {
  return useSuspenseQuery(callQuery(name, request)).data
}

export function useQueryData<Answer>(of: CallQuery<Answer>): Answer {
  return useSuspenseQuery(of).data
}

/** Starts a read before its screen renders. The component that shows the data also shows any error. */
export function prefetch<Name extends EndpointName>(name: Name, request: RequestOf<Name>) {
  void queries.prefetchQuery(callQuery(name, request))
}

/**
 * Reads data again after a change, for the screen that opens next. If that fails, the change is saved all the same: the
 * earlier data is dropped, so that the next screen reads it itself.
 */
export async function readAgain<Name extends EndpointName>(name: Name, request: RequestOf<Name>) {
  const query = callQuery(name, request)
  await queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => queries.removeQueries({ queryKey: query.queryKey, exact: true }))
}

/**
 * Returns data that the page can do without, such as the count on a tab; undefined until it is loaded. Use it only
 * where missing data does not mislead. Use `useRead` for a figure that would show a dash.
 */
export function useOptionalRead<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  isWanted = true,
): ResponseOf<Name> | undefined {
  return useQuery({ ...callQuery(name, request), enabled: isWanted }).data
}

/** Whether optional data is loading, for components that reserve space for it. False after a failure. */
export function useIsReadPending<Name extends EndpointName>(name: Name, request: RequestOf<Name>, isWanted = true): boolean {
  return useQuery({ ...callQuery(name, request), enabled: isWanted }).isLoading
}

/** Like `useOptionalRead`, for a query that combines several calls. */
export function useOptionalQuery<Answer>(of: CallQuery<Answer>, isWanted = true): Answer | undefined {
  return useQuery({ ...of, enabled: isWanted }).data
}

/**
 * Looks up data while the user types. The caller also shows errors; an earlier text's answer is never shown for the
 * current text. Without a connection the lookup waits until there is one.
 */
export function useLookup<Answer>(of: CallQuery<Answer>, isWanted: boolean) {
  const { data, error, fetchStatus, refetch } = useQuery({ ...of, enabled: isWanted })
  return { found: isWanted ? data : undefined, error, isLoading: fetchStatus !== 'idle', refetch }
}

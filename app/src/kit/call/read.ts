/**
 * The one way to read: a call of the endpoint table, asked for by the route's `load` and awaited where it is shown, by a
 * component under a `Boundary`. The boundary shows the place of what is awaited, and what went wrong with a way to ask
 * again. Live events keep it fresh. Lists are read by `kit/list`.
 *
 *   load: ({ invoiceNo }) => prefetch('GetBillDetails', { invoiceNo })        (routes/customers.ts)
 *   const bill = useRead('GetBillDetails', { invoiceNo })
 */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call, type EndpointName, type RequestOf, type ResponseOf } from './api'
import { queries } from './queries'

/** What is read, as a value: its key, which begins with the name of a call, and how it is asked for. */
export interface Reading<Answer> {
  queryKey: readonly [string, ...unknown[]]
  queryFn: (asked: { signal: AbortSignal }) => Promise<Answer>
  /** Milliseconds after which it is asked for again when it is shown anew. */
  staleTime?: number
  /** Milliseconds that it is kept while nothing shows it. */
  gcTime?: number
  /** Milliseconds after which it is asked for again while it is shown. */
  refetchInterval?(query: { state: { data: Answer | undefined } }): number | false
}

/** The answer of one call to one request. */
export const reading = <Name extends EndpointName>(name: Name, request: RequestOf<Name>): Reading<ResponseOf<Name>> => ({
  queryKey: [name, request],
  queryFn: ({ signal }) => call(name, request, { signal }),
})

/** What is made of several calls. It is kept fresh as the first of them is; `of` tells it from everything else made of that. */
export const composed = <Answer>(
  name: EndpointName,
  of: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<Answer>,
): Reading<Answer> => ({ queryKey: [name, ...of], queryFn: ({ signal }) => ask(signal) })

/** One answer. Never another record's while its own is awaited: what is shown is what is acted on. */
export function useRead<Name extends EndpointName>(name: Name, request: RequestOf<Name>): ResponseOf<Name> {
  return useSuspenseQuery(reading(name, request)).data
}

/** What a reading answers. */
export function useReading<Answer>(of: Reading<Answer>): Answer {
  return useSuspenseQuery(of).data
}

/** Asks before the screen is drawn. Whoever shows it says what went wrong. */
export function prefetch<Name extends EndpointName>(name: Name, request: RequestOf<Name>) {
  void queries.prefetchQuery(reading(name, request))
}

/**
 * What a page is complete without, as the count on a tab: nothing until it is known. Only for what says no less when it is
 * missing; a figure that would show a dash is read with `useRead`.
 */
export function useHint<Name extends EndpointName>(name: Name, request: RequestOf<Name>, isWanted = true): ResponseOf<Name> | undefined {
  return useQuery({ ...reading(name, request), enabled: isWanted }).data
}

/** Whether a hint is on its way, for what keeps its place meanwhile. It is over when the hint could not be read. */
export function useIsAwaited<Name extends EndpointName>(name: Name, request: RequestOf<Name>, isWanted = true): boolean {
  return useQuery({ ...reading(name, request), enabled: isWanted }).isLoading
}

/** A hint that is made of several calls. */
export function useReadingHint<Answer>(of: Reading<Answer>): Answer | undefined {
  return useQuery(of).data
}

/**
 * What is looked up while somebody types. Whoever asks shows what went wrong, too; another text's answer is never shown for this
 * one. Without a connection it is still looked for, until there is one.
 */
export function useLookup<Answer>(of: Reading<Answer>, isWanted: boolean) {
  const { data, error, fetchStatus } = useQuery({ ...of, enabled: isWanted })
  return { found: isWanted ? data : undefined, error, isLoading: fetchStatus !== 'idle' }
}

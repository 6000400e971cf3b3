/** Refetches data when it changes, by the topics that core's endpoint table gives each call. */
import type { Query, QueryKey } from '@tanstack/react-query'
import { type Changed, endpoints, type Topic } from '~/core/core'
import { type EndpointName, onChanged } from './api'
import { deleteEarlyBefore, earlyRequestTime } from './early'
import { queries } from './queries'

/** Minimum milliseconds between two refetches after other users' changes, which limits the load of many changes. */
const minInterval = 2_000
/**
 * Milliseconds that usually pass between a page's first request and its live connection. Younger data is not fetched
 * twice.
 */
const connectDelay = 500

const reads = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint.reads]))
const everyTopic = [...new Set(endpoints.flatMap((endpoint) => endpoint.reads))]

/** Returns the topics of a query. Its key begins with the name of the call. */
const readsOf = (key: QueryKey): readonly Topic[] => reads.get(String(key[0])) ?? []

/** Refetches the page's data that depends on these topics. Rejects if a part could not be read. */
const refetchTopics = (topics: readonly Topic[]) =>
  queries.invalidateQueries(
    { predicate: ({ queryKey }) => readsOf(queryKey).some((topic) => topics.includes(topic)) },
    { throwOnError: true },
  )

/** Topics whose data changed since it was read. */
const staleTopics = new Set<Topic>()
let timer: ReturnType<typeof setTimeout> | undefined
let isRefetching = false
let refetchedAt = Number.NEGATIVE_INFINITY

/** Calls that are refetched in a hidden tab too, because its title shows their answers. */
const backgroundCalls = new Set<EndpointName>()
let isBackgroundDue = false

/** Refetches this call while the tab is hidden, too. Returns a function that stops it. */
export function refetchInBackground(name: EndpointName): () => void {
  backgroundCalls.add(name)
  return () => void backgroundCalls.delete(name)
}

/** Refetches the calls of a hidden tab's title. All other stale data waits until the tab is visible. */
function refetchTitleCalls() {
  if (document.visibilityState === 'visible' || backgroundCalls.size === 0) return
  const isStaleTitle = (key: QueryKey) =>
    [...backgroundCalls].some((name) => name === key[0]) && readsOf(key).some((topic) => staleTopics.has(topic))
  if (isBackgroundDue) return
  isBackgroundDue = true
  setTimeout(() => {
    isBackgroundDue = false
    void queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleTitle(queryKey) })
  }, minInterval)
}

/**
 * Marks these topics as changed; without an argument, all topics. Their data is refetched soon; in a hidden tab, when it
 * becomes visible.
 */
export function markStale(topics: readonly Topic[] = everyTopic) {
  for (const topic of topics) staleTopics.add(topic)
  refetchStale()
  refetchTitleCalls()
}

/** Schedules a refetch of the stale data. Data that could not be read stays marked until the next call. */
export function refetchStale() {
  if (staleTopics.size === 0 || timer || isRefetching || document.visibilityState === 'hidden') return
  timer = setTimeout(refetchNow, Math.max(0, refetchedAt + minInterval - Date.now()))
}

async function refetchNow() {
  timer = undefined
  if (document.visibilityState === 'hidden') return
  const topics = [...staleTopics]
  staleTopics.clear()
  isRefetching = true
  const isRead = await refetchTopics(topics).then(
    () => true,
    () => false,
  )
  isRefetching = false
  refetchedAt = Date.now()
  if (isRead) refetchStale()
  else for (const topic of topics) staleTopics.add(topic)
}

/** Called when the live connection opens. Refetches data requested much earlier, because changes to it may have been missed. */
export async function refetchOlderThanStream() {
  const before = Date.now() - connectDelay
  deleteEarlyBefore(before)
  const isOlder = ({ queryKey, state: { dataUpdatedAt } }: Query) =>
    Math.min(dataUpdatedAt || Number.POSITIVE_INFINITY, earlyRequestTime(String(queryKey[0])) ?? Number.POSITIVE_INFINITY) < before
  const old = queries.getQueryCache().getAll().filter(isOlder)
  const topics = new Set(old.flatMap(({ queryKey }) => readsOf(queryKey)))
  // The query client does not restart a first request that is still running, so wait for it.
  await Promise.allSettled(old.map(({ promise }) => promise))
  if (topics.size > 0) markStale([...topics])
}

/**
 * Topics that this page's own calls changed, by request id. They are refetched when the call is answered, so their live
 * event is ignored.
 */
const ownChanges = new Map<string, readonly Topic[]>()

/** Handles a live event, without the topics that this page has already refetched after its own call. */
export function applyLiveChange(changed: Changed) {
  const ofOthers = changed.own.flatMap(({ call, topics }) => topics.filter((topic) => !ownChanges.get(call)?.includes(topic)))
  markStale([...changed.topics, ...ofOthers])
}

let lastRefetch: Promise<unknown> = Promise.resolve()

/** Refetches data right after this page's own calls change it, without waiting for the live event. */
export function watchChanges() {
  document.addEventListener('visibilitychange', refetchStale)
  onChanged((topics, id) => {
    if (id) ownChanges.set(id, topics)
    for (const topic of topics) staleTopics.delete(topic)
    // The component that shows the data also shows the error.
    lastRefetch = refetchTopics(topics).catch(() => {
      for (const topic of topics) staleTopics.add(topic)
    })
  })
}

/** Resolves when the data that the last call changed has been refetched. */
export const whenRefetched = () => lastRefetch

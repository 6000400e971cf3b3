/** Reads data again when it changes, by the topics that core's endpoint table gives each call. */
import type { Query, QueryKey } from '@tanstack/react-query'
import { type Changed, endpoints, type Topic } from '../../core/core'
import { type EndpointName, onChanged } from './api'
import { deleteEarlyBefore, earlyRequestTime } from './early'
import { queries } from './queries'

/** Minimum milliseconds between two readings of other users' changes, which limits the load when many changes arrive. */
const pause = 2_000
/**
 * Milliseconds that usually pass between a page's first request and its live connection. Data that is not older is not
 * read twice.
 */
const connectDelay = 500

const reads = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint.reads]))
const everyTopic = [...new Set(endpoints.flatMap((endpoint) => endpoint.reads))]

/** Returns the topics of a query. Its key begins with the name of the call. */
const readsOf = (key: QueryKey): readonly Topic[] => reads.get(String(key[0])) ?? []

/** Reads all data on the page that depends on these topics again. Rejects if a part could not be read. */
const refetchTopics = (topics: readonly Topic[]) =>
  queries.invalidateQueries(
    { predicate: ({ queryKey }) => readsOf(queryKey).some((topic) => topics.includes(topic)) },
    { throwOnError: true },
  )

/** Topics that changed since they were read. */
const staleTopics = new Set<Topic>()
let timer: ReturnType<typeof setTimeout> | undefined
let isReading = false
let readAt = Number.NEGATIVE_INFINITY

/** Calls whose answers appear in the tab's title. */
const inBackground = new Set<EndpointName>()
let isBackgroundDue = false

/** Keeps the answers of this call fresh while the tab is hidden, too. Returns a function that stops it. */
export function readInBackground(name: EndpointName): () => void {
  inBackground.add(name)
  return () => void inBackground.delete(name)
}

/** Reads only the calls of the tab's title. All other stale data is read when the tab is visible again. */
function readHidden() {
  if (document.visibilityState === 'visible' || inBackground.size === 0) return
  const isStaleTitle = (key: QueryKey) =>
    [...inBackground].some((name) => name === key[0]) && readsOf(key).some((topic) => staleTopics.has(topic))
  if (isBackgroundDue) return
  isBackgroundDue = true
  setTimeout(() => {
    isBackgroundDue = false
    void queries.invalidateQueries({ predicate: ({ queryKey }) => isStaleTitle(queryKey) })
  }, pause)
}

/**
 * Marks these topics as changed; without an argument, all topics. Their data is read again soon; in a hidden tab, when
 * it becomes visible.
 */
export function markStale(topics: readonly Topic[] = everyTopic) {
  for (const topic of topics) staleTopics.add(topic)
  refetchStale()
  readHidden()
}

/** Reads the data that is outdated. Data that could not be read stays marked until the next call. */
export function refetchStale() {
  if (staleTopics.size === 0 || timer || isReading || document.visibilityState === 'hidden') return
  timer = setTimeout(refetchNow, Math.max(0, readAt + pause - Date.now()))
}

async function refetchNow() {
  timer = undefined
  if (document.visibilityState === 'hidden') return
  const topics = [...staleTopics]
  staleTopics.clear()
  isReading = true
  const isRead = await refetchTopics(topics).then(
    () => true,
    () => false,
  )
  isReading = false
  readAt = Date.now()
  if (isRead) refetchStale()
  else for (const topic of topics) staleTopics.add(topic)
}

/** Called when the live connection opens. Data requested much earlier is read again, because its changes may have been missed. */
export async function refetchOlderThanStream() {
  const before = Date.now() - connectDelay
  deleteEarlyBefore(before)
  const isOlder = ({ queryKey, state: { dataUpdatedAt } }: Query) =>
    Math.min(dataUpdatedAt || Number.POSITIVE_INFINITY, earlyRequestTime(String(queryKey[0])) ?? Number.POSITIVE_INFINITY) < before
  const old = queries.getQueryCache().getAll().filter(isOlder)
  const topics = new Set(old.flatMap(({ queryKey }) => readsOf(queryKey)))
  // Query does not restart a first request that is still running, so wait for it.
  await Promise.allSettled(old.map(({ promise }) => promise))
  if (topics.size > 0) markStale([...topics])
}

/**
 * Topics that this page's own calls changed, by request id. They are read when the call is answered, so the live event
 * is ignored.
 */
const ownChanges = new Map<string, readonly Topic[]>()

/** Handles a live event, without the topics that this page has already read after its own call. */
export function applyLiveChange(changed: Changed) {
  const ofOthers = changed.own.flatMap(({ call, topics }) => topics.filter((topic) => !ownChanges.get(call)?.includes(topic)))
  markStale([...changed.topics, ...ofOthers])
}

let lastRefetch: Promise<unknown> = Promise.resolve()

/** Reads the data that this page's own calls change immediately, without waiting for the live event. */
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

/** Resolves when the data that the last call changed has been read again. */
export const whenRefetched = () => lastRefetch

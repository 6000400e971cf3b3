/** What is shown is read again when it changed: by the topics that core's endpoint table gives every call. */
import type { Query, QueryKey } from '@tanstack/react-query'
import { type Changed, endpoints, type Topic } from '../../core/core'
import { type EndpointName, onChanged } from './api'
import { askedEarlyAt, forgetEarly } from './early'
import { queries } from './queries'

/** Milliseconds between two readings of what others changed: a storm of changes is read that often. */
const pause = 2_000
/** Milliseconds from what a page asks for first to its hearing of changes, as a rule. Reading all of it twice for less is not worth it. */
const promptly = 500

const reads = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint.reads]))
const everyTopic = [...new Set(endpoints.flatMap((endpoint) => endpoint.reads))]

/** A query's key begins with the name of the call that answers it. */
const readsOf = (key: QueryKey): readonly Topic[] => reads.get(String(key[0])) ?? []

/** Reads again what is shown of these topics. Fails when something could not be read. */
const readAgain = (topics: readonly Topic[]) =>
  queries.invalidateQueries(
    { predicate: ({ queryKey }) => readsOf(queryKey).some((topic) => topics.includes(topic)) },
    { throwOnError: true },
  )

/** What changed since it was read. */
const outdated = new Set<Topic>()
let timer: ReturnType<typeof setTimeout> | undefined
let isReading = false
let readAt = Number.NEGATIVE_INFINITY

/** The calls that the tab's title tells of. */
const inBackground = new Set<EndpointName>()
let isBackgroundDue = false

/** Reads that call's answers again where nobody looks, too, until it is told to stop. */
export function readInBackground(name: EndpointName): () => void {
  inBackground.add(name)
  return () => void inBackground.delete(name)
}

/** The rest of what is outdated stays so until somebody looks. */
function readHidden() {
  if (document.visibilityState === 'visible' || inBackground.size === 0) return
  const isTold = (key: QueryKey) => [...inBackground].some((name) => name === key[0]) && readsOf(key).some((topic) => outdated.has(topic))
  if (isBackgroundDue) return
  isBackgroundDue = true
  setTimeout(() => {
    isBackgroundDue = false
    void queries.invalidateQueries({ predicate: ({ queryKey }) => isTold(queryKey) })
  }, pause)
}

/** These topics changed, or perhaps all of them. What is shown of them is read soon; once it is seen, where nobody looks. */
export function outdate(topics: readonly Topic[] = everyTopic) {
  for (const topic of topics) outdated.add(topic)
  readOutdated()
  readHidden()
}

/** Reads what is outdated; what could not be read stays so until this is asked again. */
export function readOutdated() {
  if (outdated.size === 0 || timer || isReading || document.visibilityState === 'hidden') return
  timer = setTimeout(read, Math.max(0, readAt + pause - Date.now()))
}

async function read() {
  timer = undefined
  if (document.visibilityState === 'hidden') return
  const topics = [...outdated]
  outdated.clear()
  isReading = true
  const isRead = await readAgain(topics).then(
    () => true,
    () => false,
  )
  isReading = false
  readAt = Date.now()
  if (isRead) readOutdated()
  else for (const topic of topics) outdated.add(topic)
}

/** Changes are heard from now on. What was asked for long before is read again: a change of it may have been told to nobody here. */
export async function hearFromNow() {
  const before = Date.now() - promptly
  forgetEarly(before)
  const isOlder = ({ queryKey, state: { dataUpdatedAt } }: Query) =>
    Math.min(dataUpdatedAt || Number.POSITIVE_INFINITY, askedEarlyAt(String(queryKey[0])) ?? Number.POSITIVE_INFINITY) < before
  const old = queries.getQueryCache().getAll().filter(isOlder)
  const topics = new Set(old.flatMap(({ queryKey }) => readsOf(queryKey)))
  // What is on its way for the first time would not be asked for again.
  await Promise.allSettled(old.map(({ promise }) => promise))
  if (topics.size > 0) outdate([...topics])
}

/** What calls of this page changed, by the ids of their answers: it is read when they are answered. */
const own = new Map<string, readonly Topic[]>()

/** What the live stream tells, without what this page has read already. */
export function changedElsewhere(changed: Changed) {
  const ofOthers = changed.own.flatMap(({ call, topics }) => topics.filter((topic) => !own.get(call)?.includes(topic)))
  outdate([...changed.topics, ...ofOthers])
}

let reading: Promise<unknown> = Promise.resolve()

/** Whatever a call of this page changed is read again at once, and not only when the live stream tells. */
export function watchChanges() {
  document.addEventListener('visibilitychange', readOutdated)
  onChanged((topics, id) => {
    if (id) own.set(id, topics)
    for (const topic of topics) outdated.delete(topic)
    // Whoever shows it says what went wrong.
    reading = readAgain(topics).catch(() => {
      for (const topic of topics) outdated.add(topic)
    })
  })
}

/** When what the last call changed has been read again. */
export const whenRead = () => reading

/** What is shown is read again when it changed: by the topics that core's endpoint table gives every call. */
import type { QueryKey } from '@tanstack/react-query'
import { onChanged } from './api'
import { endpoints, type Topic } from './first'
import { queries } from './session'

const reads = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint.reads]))

/** A query's key begins with the name of the call that answers it. */
const readsOf = (key: QueryKey): readonly Topic[] => reads.get(String(key[0])) ?? []

/** Reads again what is shown of these topics, without any of them everything. Fails when something could not be read. */
export const readAgain = (topics?: readonly Topic[]) =>
  queries.invalidateQueries(
    { predicate: ({ queryKey }) => readsOf(queryKey).some((topic) => !topics || topics.includes(topic)) },
    { throwOnError: true },
  )

let reading: Promise<unknown> = Promise.resolve()

/** Whatever a call of this page changed is read again at once, and not only when the live stream tells. */
export function watchChanges() {
  onChanged((topics) => {
    reading = readAgain(topics).catch(() => {
      // Whoever shows it says what went wrong.
    })
  })
}

/** When what the last call changed has been read again. */
export const whenRead = () => reading

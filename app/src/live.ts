/** Changes of payments reach every open page as they happen. */
import { queries } from './session'

/** What a payment's change can be seen in. */
const shownIn = /^(Get(Outstanding|BillsByBatch|BillDetails|Transactions|Payment|Admin|Fpx)|SelectBills)/

/** Asks again for whatever is shown of payments and bills. */
export function bringUpToDate() {
  queries.invalidateQueries({ predicate: ({ queryKey }) => shownIn.test(String(queryKey[0])) })
}

/** Listens until it is told to stop. The browser reconnects; after a refused connection we do. */
export function listen(): () => void {
  let stream: EventSource | undefined
  let isStopped = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  // Many changes at once are brought up to date once.
  const soon = () => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      bringUpToDate()
    }, 150)
  }
  const connect = () => {
    if (isStopped) return
    const source = new EventSource('/portal/api/v1/Live')
    stream = source
    let wasCut = false
    source.addEventListener('open', () => {
      if (wasCut) soon()
    })
    source.addEventListener('payment', soon)
    source.addEventListener('anything', soon)
    source.addEventListener('error', () => {
      wasCut = true
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, 5_000)
    })
  }
  connect()
  return () => {
    isStopped = true
    clearTimeout(waiting)
    stream?.close()
  }
}

/** Changes of payments reach every open page as they happen. */
import { queries } from './session'

/** What a payment's change can be seen in. */
const shownIn = /^(Get(Outstanding|BillsByBatch|BillDetails|Transactions|Payment|Admin|Fpx)|SelectBills)/

/** Asks again for whatever is shown of payments and bills. */
export function bringUpToDate() {
  queries.invalidateQueries({ predicate: ({ queryKey }) => shownIn.test(String(queryKey[0])) })
}

/** Listens for as long as the page is open. The browser reconnects; after a refused connection we do. */
export function listen() {
  let waiting: ReturnType<typeof setTimeout> | undefined
  // Many changes at once are brought up to date once.
  const soon = () => {
    waiting ??= setTimeout(() => {
      waiting = undefined
      bringUpToDate()
    }, 150)
  }
  const connect = () => {
    const source = new EventSource('/portal/api/v1/Live')
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
}

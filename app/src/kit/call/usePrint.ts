/** A PDF that the server makes, opened in a tab of its own, where the browser prints it as it is. */
import { toasts } from '../../ui/feedback/toastQueue'
import { type callFile, messageOf } from './api'
import { save } from './save'
import { useAct } from './write'

/** Long enough for the tab to read the file, which then keeps it. */
const READ_WITHIN = 60_000

export function usePrint<Request>(ask: (request: Request) => ReturnType<typeof callFile>) {
  const { mutate, isPending } = useAct(({ request }: Asked<Request>) => ask(request), {
    onSuccess: ({ blob, name }, { tab }) => {
      // A browser that opens no tab is given the file.
      if (!tab || tab.closed) return save(blob, name)
      const address = URL.createObjectURL(blob)
      tab.location.replace(address)
      setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN)
    },
    onError: (error, { tab }) => {
      tab?.close()
      toasts.add({ title: messageOf(error), tone: 'bad' })
    },
  })
  // The tab is opened by the press itself: one that opened after the answer would be blocked as a pop-up.
  return { print: (request: Request) => mutate({ request, tab: window.open('', '_blank') }), isPending }
}

interface Asked<Request> {
  request: Request
  tab: Window | null
}

/** Opens a PDF from the server in a new tab, where the user can print it. */
import { toasts } from '~/ui/feedback/toastQueue'
import { type callFile, messageOf } from './api'
import { save } from './save'
import { useAction } from './write'

/** Milliseconds until the file's URL is revoked. The tab has loaded the file by then. */
const revokeDelay = 60_000

export function usePrint<Request>(ask: (request: Request) => ReturnType<typeof callFile>) {
  const { mutate, isPending } = useAction(({ request }: PrintRequest<Request>) => ask(request), {
    onSuccess: ({ blob, name }, { tab }) => {
      // If the browser blocked the tab, download the file instead.
      if (!tab || tab.closed) return save(blob, name)
      const address = URL.createObjectURL(blob)
      tab.location.replace(address)
      setTimeout(() => URL.revokeObjectURL(address), revokeDelay)
    },
    onError: (error, { tab }) => {
      tab?.close()
      toasts.add({ title: messageOf(error), tone: 'bad' })
    },
  })
  // The tab opens in the press handler, because browsers block pop-ups that open after the answer arrives.
  return { print: (request: Request) => mutate({ request, tab: window.open('', '_blank') }), isPending }
}

interface PrintRequest<Request> {
  request: Request
  tab: Window | null
}

/** Downloads a file that the server generates. */
import { toasts } from '~/ui/feedback/toastQueue'
import { type callFile, messageOf } from './api'
import { save } from './save'
import { useAction } from './write'

export const useDownload = <Request>(ask: (request: Request) => ReturnType<typeof callFile>) =>
  useAction(ask, {
    onSuccess: ({ blob, name }) => save(blob, name),
    onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
  })

/** Files that the portal makes: a small one is handed over at once, a large one is found in the tray when it is ready. */
import type { Download } from '../../core/core'
import { toasts } from '../../ui/feedback/toastQueue'
import { useTranslation } from '../../words/useTranslation'
import { call, callFile, messageOf, pathOf, type RequestOf } from '../call/api'
import { save } from '../call/save'
import { usePrint } from '../call/usePrint'
import { useAct, useWrite } from '../call/write'

/** The browser saves a larger one as it comes, instead of holding it. */
const mostBytesHeld = 32 * 2 ** 20

async function handOver({ downloadId, bytes, name }: Download) {
  if (bytes !== null && bytes > mostBytesHeld) {
    // What the browser asks for by itself cannot renew the session.
    await call('GetDownloads', {})
    const link = document.createElement('a')
    link.href = pathOf('GetDownloadFile').replace('{downloadId}', downloadId)
    link.download = name
    link.click()
    return
  }
  const file = await callFile('GetDownloadFile', { downloadId })
  save(file.blob, file.name)
}

const refused = (error: Error) => toasts.add({ title: messageOf(error), tone: 'bad' })

/** A file that is kept, handed to the person. */
export const useHandOver = () => useAct(handOver, { onError: refused })

/** Whether a file that is kept is printed by opening it: a PDF that the browser may hold. */
export const isPrintable = ({ name, bytes }: Download): boolean => name.endsWith('.pdf') && bytes !== null && bytes <= mostBytesHeld

/** A PDF that is kept, opened to be printed. */
export const usePrintFile = () => usePrint(({ downloadId }: Download) => callFile('GetDownloadFile', { downloadId }))

/** Hands over a file that is ready and offers to print a PDF; says of any other that it is being prepared. */
export function useDeliver() {
  const { t } = useTranslation('downloads')
  const { print } = usePrintFile()
  return async (download: Download) => {
    const { name, state } = download
    if (state !== 'ready') {
      toasts.add({ title: t('started', { name }), body: t('startedBody'), tone: 'progress' })
      return
    }
    await handOver(download)
    if (isPrintable(download))
      toasts.add({ title: t('ready', { name }), tone: 'good', seconds: 15, action: { label: t('print'), onPress: () => print(download) } })
  }
}

export function useStartDownload<Name extends 'ExportList' | 'DownloadBills'>(name: Name) {
  const { mutateAsync: ask } = useWrite(name)
  const deliver = useDeliver()
  return useAct(async (request: RequestOf<Name>) => deliver(await ask(request)), { onError: refused })
}

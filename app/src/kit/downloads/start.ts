/**
 * Files that the portal generates. Small files are saved immediately; large ones run as a job and appear in the
 * downloads tray.
 */
import { atom, useSetAtom } from 'jotai'
import type { Download } from '~/core/core'
import { toasts } from '~/ui/feedback/toastQueue'
import { useTranslation } from '~/words/useTranslation'
import { callFile, checkFile, messageOf, pathOf, type RequestOf } from '../call/api'
import { save } from '../call/save'
import { usePrint } from '../call/usePrint'
import { useAction, useWrite } from '../call/write'

/** Maximum bytes of a file that the page holds in memory. The browser streams larger files to disk. */
const maxBytesInMemory = 32 * 2 ** 20

async function saveFile({ downloadId, bytes, name }: Download) {
  if (bytes !== null && bytes > maxBytesInMemory) {
    // The browser's own request can neither refresh the session nor show a refusal.
    await checkFile('GetDownloadFile', { downloadId })
    const link = document.createElement('a')
    link.href = pathOf('GetDownloadFile').replace('{downloadId}', downloadId)
    link.download = name
    link.click()
    return
  }
  const file = await callFile('GetDownloadFile', { downloadId })
  save(file.blob, file.name)
}

const showError = (error: Error) => toasts.add({ title: messageOf(error), tone: 'bad' })

export const useSaveFile = () => useAction(saveFile, { onError: showError })

/** Whether a stored file can be opened for printing: a PDF that fits in memory. */
export const isPrintable = ({ name, bytes }: Download): boolean => name.endsWith('.pdf') && bytes !== null && bytes <= maxBytesInMemory

/** Opens a stored PDF for printing. */
export const usePrintFile = () => usePrint(({ downloadId }: Download) => callFile('GetDownloadFile', { downloadId }))

/**
 * The files that the user asked for and that were not ready, each with the message that said so. A small one is ready before the tray
 * has read that it is in progress.
 */
export const awaitedAtom = atom<ReadonlyMap<string, number>>(new Map<string, number>())

/** Returns a function that saves a ready file and offers to print a PDF. A file that is not ready is announced as in progress. */
export function useDeliver() {
  const { t } = useTranslation('downloads')
  const { print } = usePrintFile()
  const wait = useSetAtom(awaitedAtom)
  return async (download: Download) => {
    const { name, state, downloadId } = download
    if (state !== 'ready') {
      const message = toasts.add({ title: t('started', { name }), body: t('startedBody'), tone: 'progress' })
      wait((awaited) => new Map([...awaited, [downloadId, message]]))
      return
    }
    await saveFile(download)
    if (isPrintable(download))
      toasts.add({ title: t('ready', { name }), tone: 'good', seconds: 15, action: { label: t('print'), onPress: () => print(download) } })
  }
}

export function useStartDownload<Name extends 'ExportList' | 'DownloadBills' | 'DownloadOwnData' | 'RepeatAccountingRun'>(name: Name) {
  const { mutateAsync: ask } = useWrite(name)
  const deliver = useDeliver()
  return useAction(async (request: RequestOf<Name>) => deliver(await ask(request)), { onError: showError })
}

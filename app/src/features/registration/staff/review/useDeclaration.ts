/** The file of the signed declaration: shown as a picture, opened as a PDF in a tab of its own, or downloaded. */
import type { Declaration } from '../../../../core/core'
import { callFile } from '../../../../kit/call/api'
import type { Reading } from '../../../../kit/call/read'
import { save } from '../../../../kit/call/save'
import { useAct } from '../../../../kit/call/write'

/** The picture as a text that the page's own policy allows to be shown. */
function asAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

const ask = (id: string) => callFile('DownloadDeclarationForm', { id })

/** It is read once: another upload is another file. */
export const pictureOf = (id: string, { fileId }: Declaration): Reading<string> => ({
  queryKey: ['DeclarationPicture', id, fileId],
  queryFn: async () => asAddress((await ask(id)).blob),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
})

/**
 * Opened with its own type and no other, so that the browser's viewer shows it and nothing in it can act as a page of the
 * portal. Where the browser lets no tab open, it is downloaded.
 */
export const useOpenPdf = (id: string) =>
  useAct(async () => {
    const file = await ask(id)
    const address = URL.createObjectURL(new Blob([file.blob], { type: 'application/pdf' }))
    if (!window.open(address)) save(file.blob, file.name)
    // The tab reads it as it opens.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  })

export const useDownload = (id: string) =>
  useAct(async () => {
    const file = await ask(id)
    save(file.blob, file.name)
  })

/** The file of the signed declaration: shown as a picture, opened as a PDF in a new tab, or downloaded. */
import type { Declaration } from '../../../../core/core'
import { callFile } from '../../../../kit/call/api'
import type { CallQuery } from '../../../../kit/call/read'
import { save } from '../../../../kit/call/save'
import { useAction } from '../../../../kit/call/write'

/** The picture as a data URL, which the content security policy allows. */
function asAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

const ask = (id: string) => callFile('DownloadDeclarationForm', { id })

/** Cached without expiry, because another upload has another file ID. */
export const pictureOf = (id: string, { fileId }: Declaration): CallQuery<string> => ({
  queryKey: ['DeclarationPicture', id, fileId],
  queryFn: async () => asAddress((await ask(id)).blob),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
})

/**
 * Opens the PDF in a new tab. Its type is fixed to PDF, so that the browser's viewer shows it and its content cannot run as a page
 * of the portal. If the browser blocks the tab, the file is downloaded.
 */
export const useOpenPdf = (id: string) =>
  useAction(async () => {
    const file = await ask(id)
    const address = URL.createObjectURL(new Blob([file.blob], { type: 'application/pdf' }))
    if (!window.open(address)) save(file.blob, file.name)
    // The tab loads the file when it opens, so the URL can be revoked later.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  })

export const useDownload = (id: string) =>
  useAction(async () => {
    const file = await ask(id)
    save(file.blob, file.name)
  })

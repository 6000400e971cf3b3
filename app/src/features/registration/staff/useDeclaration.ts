/** The signed declaration: a picture is shown in its place, a PDF in a tab of its own, any kind is downloaded. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Declaration } from '../../../core/core'
import { callFile } from '../../../kit/call/api'
import { save } from '../../../kit/call/save'

/** The picture as a text that the page's own policy allows to be shown. */
function asAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

/** Read once: another upload is another file. */
export const usePicture = (id: string, declaration: Declaration) =>
  useQuery({
    queryKey: ['DeclarationPicture', id, declaration.fileId],
    queryFn: async () => asAddress((await callFile('DownloadDeclarationForm', { id })).blob),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    enabled: declaration.kind !== 'pdf',
  })

/**
 * Opened with its own type and no other, so that the browser's viewer shows it and nothing in it can act as a page of the
 * portal. Where the browser lets no tab open, it is downloaded.
 */
export const useOpenPdf = (id: string) =>
  useMutation({
    mutationFn: async () => {
      const file = await callFile('DownloadDeclarationForm', { id })
      const address = URL.createObjectURL(new Blob([file.blob], { type: 'application/pdf' }))
      if (!window.open(address)) save(file.blob, file.name)
      // The tab reads it as it opens.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    },
  })

export const useDownload = (id: string) =>
  useMutation({
    mutationFn: async () => {
      const file = await callFile('DownloadDeclarationForm', { id })
      save(file.blob, file.name)
    },
  })

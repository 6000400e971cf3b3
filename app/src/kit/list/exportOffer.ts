/** The export of the current list, offered in the command menu. */
import { atom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ExportFormat } from '~/core/core'

export interface ExportOffer {
  /** The number of rows in the file, in words. */
  rows: string
  start: (format: ExportFormat) => void
}

export const exportOfferAtom = atom<ExportOffer | undefined>(undefined)

/** Offers the export while the list is on the screen. `isOffered` is false for lists in dialogues. */
export function useExportOffer(isOffered: boolean, rows: string, start: ExportOffer['start']) {
  const setOffer = useSetAtom(exportOfferAtom)
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    if (!isOffered) return
    const own: ExportOffer = { rows, start: (format) => latest.current(format) }
    setOffer(own)
    return () => setOffer((now) => (now === own ? undefined : now))
  }, [isOffered, rows, setOffer])
}

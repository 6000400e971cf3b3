/** The export that the list on the screen offers, for the command menu. */
import { atom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ExportFormat } from '../../core/core'

export interface ExportOffer {
  /** How many rows the file would have, in words. */
  rows: string
  start: (format: ExportFormat) => void
}

export const exportOfferAtom = atom<ExportOffer | undefined>(undefined)

/** Offers the export while the list is on the screen; a list in a dialogue offers none. */
export function useExportOffer(isOffered: boolean, rows: string, start: ExportOffer['start']) {
  const offer = useSetAtom(exportOfferAtom)
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    if (!isOffered) return
    const own: ExportOffer = { rows, start: (format) => latest.current(format) }
    offer(own)
    return () => offer((now) => (now === own ? undefined : now))
  }, [isOffered, rows, offer])
}

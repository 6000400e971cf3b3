/**
 * Prints a list with all its rows: those that are not loaded yet are loaded first, also after Ctrl+P. A list that is too long for that
 * is printed in part, which the paper and a message say.
 */
import { useEffect, useRef, useState } from 'react'
import { numberShown } from '~/core/core'
import { toasts } from '~/ui/feedback/toastQueue'
import { useTranslation } from '~/words/useTranslation'
import { messageOf } from '../call/api'
import type { ListState } from './useList'

/** Maximum rows to load for printing, about 25 sheets. */
const maxPrinted = 1000

export function usePrinting<Row>({ list, query, rows, total = 0, hasAddress }: ListState<Row>, onExport: () => void) {
  const { t } = useTranslation('list')
  const [isLoading, setLoading] = useState(false)
  const isPart = hasAddress && query.hasNextPage
  const isTooLong = total > maxPrinted
  const isShown = useRef(true)

  async function print() {
    setLoading(true)
    let isMore = query.hasNextPage && !isTooLong
    while (isMore) {
      const { hasNextPage, error } = await query.fetchNextPage({ cancelRefetch: false })
      if (error) toasts.add({ title: t('print.failed'), body: messageOf(error), tone: 'bad' })
      if (error) break
      isMore = hasNextPage
    }
    setLoading(false)
    // After the rows are rendered, unless the user opened another page meanwhile.
    if (!isMore) requestAnimationFrame(() => requestAnimationFrame(() => isShown.current && window.print()))
  }

  const told = useRef<number>(undefined)
  const latest = useRef<{ press: (event: KeyboardEvent) => void; after: () => void }>(undefined)
  useEffect(() => {
    latest.current = {
      press(event) {
        const isPrint = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'p'
        if (!isPrint || !isPart || isTooLong) return
        event.preventDefault()
        if (!isLoading) void print()
      },
      /** Reached with the browser's own menu, or with a list that is too long. */
      after() {
        if (!isPart) return
        if (told.current !== undefined) toasts.close(told.current)
        const action = !isTooLong
          ? { label: t('print.all'), onPress: () => void print() }
          : list.exported
            ? { label: t('print.export'), onPress: onExport }
            : undefined
        const title = t('print.part', { shown: numberShown(rows.length), total: numberShown(total) })
        told.current = toasts.add({ title, seconds: 10, tone: 'warning', ...(action && { action }) })
      },
    }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => latest.current?.press(event)
    const after = () => latest.current?.after()
    isShown.current = true
    document.addEventListener('keydown', press)
    addEventListener('afterprint', after)
    return () => {
      isShown.current = false
      document.removeEventListener('keydown', press)
      removeEventListener('afterprint', after)
    }
  }, [])
  return { print: () => void print(), isLoading, whyNot: isTooLong ? t('print.tooLong', { most: numberShown(maxPrinted) }) : undefined }
}

/** The tray of downloads, with files that are in progress, ready or failed. It is hidden while it is empty. */

import { useAtom } from 'jotai'
import { Download as DownloadIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Download, numberShown } from '../core/core'
import { useOptionalRead } from '../kit/call/read'
import { awaitedAtom, useSaveFile } from '../kit/downloads/start'
import { deferComponent } from '../ui/base/deferred'
import { Button } from '../ui/button/Button'
import { toasts } from '../ui/feedback/toastQueue'
import { PopoverPanel } from '../ui/overlay/PopoverPanel'
import { useTranslation } from '../words/useTranslation'
import styles from './Tray.module.css'

const DownloadsList = deferComponent(async () => (await import('./DownloadsList')).DownloadsList)

const isInProgress = ({ state }: Download) => state === 'waiting' || state === 'running'

export function Downloads() {
  const { t } = useTranslation('downloads')
  const items = useOptionalRead('GetDownloads', {})?.items
  useDownloadToasts(items)
  if (!items || items.length === 0) return null
  const count = items.filter(isInProgress).length
  const label = count > 0 ? t('tray.underWay', { count, shown: numberShown(count) }) : t('tray.label')
  return (
    <span className={styles.tray}>
      <PopoverPanel
        label={t('tray.label')}
        shows={DownloadsList.code}
        trigger={<Button mode="ghost" size="large" icon={<DownloadIcon />} label={label} />}
      >
        <DownloadsList items={items} />
      </PopoverPanel>
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {numberShown(count)}
        </span>
      )}
    </span>
  )
}

/** Shows a message when a file that was in progress, or that the user waits for, becomes ready or fails. */
function useDownloadToasts(items: readonly Download[] | undefined) {
  const { t } = useTranslation('downloads')
  const { mutate } = useSaveFile()
  const idsInProgress = useRef<ReadonlySet<string>>(new Set())
  const [awaited, setAwaited] = useAtom(awaitedAtom)
  useEffect(() => {
    if (!items) return
    for (const one of items) {
      if (isInProgress(one) || !(idsInProgress.current.has(one.downloadId) || awaited.has(one.downloadId))) continue
      const { name, problem } = one
      // That it is being prepared is no longer true, and would stand in front.
      toasts.close(awaited.get(one.downloadId) ?? 0)
      if (one.state === 'ready')
        toasts.add({
          title: t('ready', { name }),
          tone: 'good',
          seconds: 15,
          action: { label: t('get'), onPress: () => mutate(one) },
        })
      if (one.state === 'failed') toasts.add({ title: t('failed', { name }), body: problem ?? undefined, tone: 'bad', seconds: 15 })
    }
    idsInProgress.current = new Set(items.filter(isInProgress).map(({ downloadId }) => downloadId))
    const waiting = [...awaited].filter(([id]) => !items.some((one) => one.downloadId === id && !isInProgress(one)))
    if (waiting.length < awaited.size) setAwaited(new Map(waiting))
  }, [items, awaited, setAwaited, t, mutate])
}

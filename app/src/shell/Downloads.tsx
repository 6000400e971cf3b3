/** The tray of downloads: files in progress, and files ready to download. It is hidden while empty. */
import { Download as DownloadIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Download, numberShown } from '../core/core'
import { useOptionalRead } from '../kit/call/read'
import { useSaveFile } from '../kit/downloads/start'
import { deferComponent } from '../ui/base/deferred'
import { Button } from '../ui/button/Button'
import { toasts } from '../ui/feedback/toastQueue'
import { PopoverPanel } from '../ui/overlay/PopoverPanel'
import { useTranslation } from '../words/useTranslation'
import styles from './Tray.module.css'

const DownloadsList = deferComponent(async () => (await import('./DownloadsList')).DownloadsList)

const isUnderWay = ({ state }: Download) => state === 'waiting' || state === 'running'

export function Downloads() {
  const { t } = useTranslation('downloads')
  const items = useOptionalRead('GetDownloads', {})?.items
  useDownloadToasts(items)
  if (!items || items.length === 0) return null
  const count = items.filter(isUnderWay).length
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

/** Shows a message when a file that was in progress is finished or failed. */
function useDownloadToasts(items: readonly Download[] | undefined) {
  const { t } = useTranslation('downloads')
  const { mutate } = useSaveFile()
  const underWay = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!items) return
    for (const one of items) {
      if (!underWay.current.has(one.downloadId)) continue
      const { name, problem } = one
      if (one.state === 'ready')
        toasts.add({
          title: t('ready', { name }),
          tone: 'good',
          seconds: 15,
          action: { label: t('get'), onPress: () => mutate(one) },
        })
      if (one.state === 'failed') toasts.add({ title: t('failed', { name }), body: problem ?? undefined, tone: 'bad', seconds: 15 })
    }
    underWay.current = new Set(items.filter(isUnderWay).map(({ downloadId }) => downloadId))
  }, [items, t, mutate])
}

/** The downloads in the tray, newest first. */
import { CircleX, Download as DownloadIcon, Printer, RotateCw, Trash2 } from 'lucide-react'
import { type Download, instantShown, numberShown } from '../core/core'
import { messageOf } from '../kit/call/api'
import { useWrite } from '../kit/call/write'
import { isPrintable, usePrintFile, useSaveFile } from '../kit/downloads/start'
import { Button } from '../ui/button/Button'
import { toasts } from '../ui/feedback/toastQueue'
import { sizeShown } from '../ui/text/size'
import { useLanguage } from '../words/useLanguage'
import { useTranslation } from '../words/useTranslation'
import styles from './Tray.module.css'

export function DownloadsList({ items }: { items: readonly Download[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item.downloadId} className={styles.item}>
          <DownloadItem item={item} />
        </li>
      ))}
    </ul>
  )
}

function DownloadItem({ item }: { item: Download }) {
  const { t } = useTranslation('downloads')
  const { name, downloadId, state } = item
  const cancel = useWrite('CancelDownload')
  const retry = useWrite('RetryDownload')
  const saveFile = useSaveFile()
  const { print, isPending: isOpening } = usePrintFile()
  const isInProgress = state === 'waiting' || state === 'running'
  const showError = (error: Error) => toasts.add({ title: messageOf(error), tone: 'bad' })
  const drop = () =>
    cancel.mutate(
      { downloadId },
      { onSuccess: () => toasts.add({ title: t(isInProgress ? 'tray.cancelled' : 'tray.removed') }), onError: showError },
    )
  return (
    <>
      <div className={styles.about}>
        <span className={styles.name}>{name}</span>
        <DownloadStatus item={item} />
        {state === 'failed' && (
          <Button
            size="small"
            icon={<RotateCw />}
            isLoading={retry.isPending}
            onPress={() => retry.mutate({ downloadId }, { onError: showError })}
          >
            {t('tray.retry')}
          </Button>
        )}
      </div>
      {state === 'ready' && isPrintable(item) && (
        <Button mode="ghost" icon={<Printer />} label={t('tray.printOne', { name })} isLoading={isOpening} onPress={() => print(item)} />
      )}
      {state === 'ready' && (
        <Button
          mode="ghost"
          icon={<DownloadIcon />}
          label={t('tray.getOne', { name })}
          isLoading={saveFile.isPending}
          onPress={() => saveFile.mutate(item)}
        />
      )}
      <Button
        mode="ghost"
        icon={isInProgress ? <CircleX /> : <Trash2 />}
        label={t(isInProgress ? 'tray.cancel' : 'tray.remove', { name })}
        isLoading={cancel.isPending}
        onPress={drop}
      />
    </>
  )
}

/** The progress of a download, its size and expiry, or the reason of its failure. */
function DownloadStatus({ item: { state, name, done, total, bytes, expiresAt, problem } }: { item: Download }) {
  const { t } = useTranslation('downloads')
  const language = useLanguage()
  if (state === 'failed') return <span className={styles.problem}>{problem}</span>
  if (state === 'ready')
    return (
      <span className={styles.how}>{t('tray.keptUntil', { size: sizeShown(bytes ?? 0), when: instantShown(expiresAt, language) })}</span>
    )
  if (state === 'waiting') return <span className={styles.how}>{t('tray.waiting')}</span>
  return (
    <>
      <progress className={styles.progress} aria-label={t('tray.progress', { name })} value={done} max={Math.max(total, 1)} />
      <span className={styles.how}>{t('tray.running', { done: numberShown(done), total: numberShown(total) })}</span>
    </>
  )
}

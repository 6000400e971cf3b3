/** The sentence of a notification, with a link to its record or a button that downloads its file. Both mark it as read. */
import { Download as DownloadIcon } from 'lucide-react'
import type { Download, Notification } from '~/core/core'
import { link } from '~/core/links'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { toasts } from '~/ui/feedback/toastQueue'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'
import { call, messageOf } from '../call/api'
import { useAction, useWrite } from '../call/write'
import { useSaveFile } from '../downloads/start'
import styles from './NotificationTitle.module.css'

interface Props {
  notification: Notification
  /** Called when the link navigates to another screen. */
  onLeave?: (() => void) | undefined
}

export function NotificationTitle({ notification, onLeave }: Props) {
  const { t } = useTranslation('notifications')
  const { id, title, hasRead, link: target, downloadId } = notification
  const read = useWrite('ReadLogs')
  const markRead = () => {
    if (!hasRead) read.mutate({ list: [id] }, { onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) })
  }
  return (
    <span className={styles.title} data-unread={hasRead ? undefined : ''}>
      {!hasRead && (
        <>
          <span className={styles.dot} aria-hidden="true" />
          <VisuallyHidden>{`${t('unread')}: `}</VisuallyHidden>
        </>
      )}
      {target ? (
        <Link
          // The server sends a screen and its parameters, which core has checked.
          href={link(target.screen as 'home', target.params)}
          onClick={() => {
            markRead()
            onLeave?.()
          }}
        >
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
      {downloadId && <GetFile downloadId={downloadId} title={title} onGet={markRead} />}
    </span>
  )
}

interface FileProps {
  downloadId: string
  title: string
  onGet: () => void
}

function GetFile({ downloadId, title, onGet }: FileProps) {
  const { t } = useTranslation('notifications')
  const saveFile = useSaveFile()
  const find = useAction<void, Download | undefined>(
    async () => {
      const { items } = await call('GetDownloads', {})
      return items.find((one) => one.downloadId === downloadId && one.state === 'ready')
    },
    {
      onSuccess: (file) => {
        onGet()
        if (file) saveFile.mutate(file)
        else toasts.add({ title: t('fileGone') })
      },
      onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
    },
  )
  return (
    <Button
      mode="ghost"
      size="small"
      icon={<DownloadIcon />}
      label={t('getFile', { name: title })}
      isLoading={find.isPending || saveFile.isPending}
      onPress={() => find.mutate()}
    />
  )
}

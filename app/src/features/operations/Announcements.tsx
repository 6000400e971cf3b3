/** The portal's announcements, with the actions to write, change and withdraw them. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type AnnouncementRow, sentence } from '~/core/core'
import { paths } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { announcementList } from './announcementList'
import { OperationsFrame } from './OperationsFrame'

const AnnouncementEditor = deferComponent(async () => (await import('./AnnouncementEditor')).AnnouncementEditor)

const route = getRouteApi(paths.announcements)

export function Announcements() {
  const { t } = useTranslation('announcements')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const announcements = useList(announcementList, { search, onSearch })
  const mayAct = useMay('operations', 'update')
  const forbidden = mayAct ? undefined : sentence('forbidden', language)
  useFocusBack({ open: search.open, row: search.announcement })
  const menu = useCallback(
    ({ announcementId, state }: AnnouncementRow): MenuItem[] => {
      const open = (dialog: 'change' | 'withdraw') => () => onSearch({ open: dialog, announcement: announcementId }, true)
      const withdrawn = state === 'withdrawn' ? t('change.moved') : undefined
      const over = state === 'over' ? t('withdraw.over') : undefined
      return [
        { id: 'change', label: t('change.action'), onAction: open('change'), whyNot: forbidden ?? withdrawn },
        {
          id: 'withdraw',
          label: t('withdraw.action'),
          onAction: open('withdraw'),
          isDanger: true,
          startsGroup: true,
          whyNot: forbidden ?? withdrawn ?? over,
        },
      ]
    },
    [t, forbidden, onSearch],
  )
  const write = (mode?: 'primary') => (
    <Button mode={mode} onPress={() => onSearch({ open: 'write' }, true)} isDisabled={!mayAct} why={forbidden} whyShown="tooltip">
      {t('write.action')}
    </Button>
  )
  const close = () => onSearch({ open: undefined, announcement: undefined })
  const found = announcements.rows.find(({ announcementId }) => announcementId === search.announcement)
  const announcement = useDialogRow(search.announcement, found)
  return (
    <OperationsFrame tab="announcements" actions={write('primary')}>
      <List list={announcements} menu={menu} emptyAction={write()} />
      {search.open === 'write' && mayAct && <AnnouncementEditor onClose={close} />}
      {search.open === 'change' && mayAct && announcement && (
        <AnnouncementEditor key={announcement.announcementId} row={announcement} onClose={close} />
      )}
      {search.open === 'withdraw' && mayAct && announcement && (
        <WithdrawDialog key={announcement.announcementId} row={announcement} onClose={close} />
      )}
    </OperationsFrame>
  )
}

function WithdrawDialog({ row, onClose }: { row: AnnouncementRow; onClose: () => void }) {
  const { t } = useTranslation('announcements')
  // The announcement when the dialogue opened. Its version is sent, so that a colleague's later change is not withdrawn unseen.
  const [{ announcementId, version, content }] = useState(row)
  const title = content.title[useLanguage()]
  const withdraw = useWrite('WithdrawAnnouncement')
  function handleSuccess() {
    onClose()
    toasts.add({ title: t('withdraw.done', { title }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ announcementId, version }, { onSuccess: handleSuccess })}
      title={t('withdraw.title', { title })}
      confirmLabel={t('withdraw.confirm')}
      cancelLabel={t('withdraw.keep')}
      tone="danger"
      isLoading={withdraw.isPending}
    >
      {withdraw.isError && <RefusalNotice error={withdraw.error} />}
      <p>{t('withdraw.body')}</p>
      {content.freezes.length > 0 && <p>{t('withdraw.thaws')}</p>}
    </ConfirmDialog>
  )
}

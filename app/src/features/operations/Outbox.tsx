/** E-mails that the mail server has not accepted, with the action to send them again. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { sentence, type UnsentEmail } from '~/core/core'
import { paths } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useMay } from '~/kit/session/useProfile'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { OperationsFrame } from './OperationsFrame'
import { outboxList } from './outboxList'
import { RefreshButton } from './RefreshButton'

const route = getRouteApi(paths.outbox)

export function Outbox() {
  const { t } = useTranslation('operations')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const outbox = useList(outboxList, { search, onSearch })
  const mayAct = useMay('operations', 'update')
  const hasServer = useOptionalRead('GetOperationSettings', {})?.hasMailServer ?? true
  useFocusBack({ open: search.open, row: search.email })
  const menu = useCallback(
    ({ mailId, isTooOld }: UnsentEmail): MenuItem[] => {
      const why = !mayAct ? 'forbidden' : !hasServer ? 'noMailServer' : isTooOld ? 'emailTooOld' : undefined
      const whyNot = why && sentence(why, language)
      return [{ id: 'send', label: t('outbox.send'), onAction: () => onSearch({ open: 'send', email: mailId }, true), whyNot }]
    },
    [t, language, mayAct, hasServer, onSearch],
  )
  const found = outbox.rows.find(({ mailId }) => mailId === search.email)
  const email = useDialogRow(search.email, found)
  return (
    <OperationsFrame tab="outbox" actions={<RefreshButton query={outbox.query} />}>
      <Stack gap={3}>
        {!hasServer && <Notice tone="warning" title={sentence('noMailServer', language)} />}
        <List list={outbox} menu={menu} />
      </Stack>
      {search.open === 'send' && mayAct && email && (
        <SendAgain key={email.mailId} email={email} onClose={() => onSearch({ open: undefined, email: undefined })} />
      )}
    </OperationsFrame>
  )
}

function SendAgain({ email: { mailId, recipient, subject, attempts }, onClose }: { email: UnsentEmail; onClose: () => void }) {
  const { t } = useTranslation('operations')
  const send = useWrite('SendEmailAgain')
  function handleSuccess() {
    onClose()
    toasts.add({ title: t('outbox.sent', { recipient }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => send.mutate({ mailId, attempts }, { onSuccess: handleSuccess })}
      title={t('outbox.sendTitle', { recipient })}
      confirmLabel={t('outbox.send')}
      cancelLabel={t('notYet')}
      isLoading={send.isPending}
    >
      {send.isError && <RefusalNotice error={send.error} />}
      <p>{t('outbox.sendBody', { subject })}</p>
      <p>{t('recorded')}</p>
    </ConfirmDialog>
  )
}

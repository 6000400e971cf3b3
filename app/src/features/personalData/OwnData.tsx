/** The user's personal data, for customers and staff: the file with everything, and requests to the utility. */
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { dayAt, dayShown, type OwnDataRequest } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { useStartDownload } from '~/kit/downloads/start'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import rows from '~/kit/page/Rows.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { isStaffRole, useProfile } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { MakeRequest } from './MakeRequest'
import styles from './PersonalData.module.css'
import { isOpenRequest, RequestStatus } from './RequestStatus'

export function OwnData() {
  const { t } = useTranslation(['personalData', 'profile'])
  const { role } = useProfile()
  useTitle(t('title'))
  return (
    <Page
      width="form"
      title={t('title')}
      subtitle={t('lead')}
      breadcrumbs={[{ label: t('profile:title'), href: link(isStaffRole(role) ? 'staffProfile' : 'profile') }]}
    >
      <Stack gap={5}>
        <DownloadCard />
        <Boundary>
          <Requests />
        </Boundary>
      </Stack>
    </Page>
  )
}

function DownloadCard() {
  const { t } = useTranslation('personalData')
  const readOnly = useReadOnly()
  const { mutate, isPending } = useStartDownload('DownloadOwnData')
  return (
    <Card title={t('file.title')}>
      <Stack gap={3}>
        <p>{t('file.body')}</p>
        <p>{t('file.confirm')}</p>
        <div>
          <Button icon={<Download />} onPress={() => mutate({})} isLoading={isPending} isDisabled={readOnly !== undefined} why={readOnly}>
            {t('file.action')}
          </Button>
        </div>
      </Stack>
    </Card>
  )
}

function Requests() {
  const { t } = useTranslation('personalData')
  const readOnly = useReadOnly()
  const { items, kinds } = useRead('GetOwnDataRequests', {})
  const [opened, setOpened] = useState<'make' | OwnDataRequest>()
  const close = () => setOpened(undefined)
  return (
    <Card title={t('requests.title')}>
      <Stack gap={4}>
        {items.length === 0 ? (
          <p>{t('requests.none')}</p>
        ) : (
          <ul className={rows.rows} aria-label={t('requests.title')}>
            {items.map((request) => (
              <Request key={request.number} request={request} readOnly={readOnly} onWithdraw={() => setOpened(request)} />
            ))}
          </ul>
        )}
        <div>
          <Button icon={<Plus />} onPress={() => setOpened('make')} isDisabled={readOnly !== undefined} why={readOnly}>
            {t('requests.make')}
          </Button>
        </div>
      </Stack>
      {opened === 'make' && <MakeRequest kinds={kinds} onClose={close} />}
      {opened !== undefined && opened !== 'make' && <Withdraw request={opened} onClose={close} />}
    </Card>
  )
}

interface RequestProps {
  request: OwnDataRequest
  readOnly: string | undefined
  onWithdraw: () => void
}

function Request({ request, readOnly, onWithdraw }: RequestProps) {
  const { t } = useTranslation('personalData')
  const language = useLanguage()
  const { number, kind, state, text, receivedOn, dueOn, extensionReason, answer, endedAt } = request
  return (
    <li className={rows.row} data-row={number}>
      <div className={rows.head}>
        <h3 className={rows.name}>{t(`kinds.${kind}`)}</h3>
        <RequestStatus state={state} />
      </div>
      <p className={rows.note}>
        {number} · {t('requests.received', { day: dayShown(receivedOn, language) })} ·{' '}
        {endedAt ? t('requests.ended', { day: dayShown(dayAt(endedAt), language) }) : t('requests.due', { day: dayShown(dueOn, language) })}
      </p>
      <Description
        items={[
          { id: 'text', label: t('requests.asked'), value: <span className={styles.text}>{text}</span> },
          ...(extensionReason
            ? [{ id: 'extension', label: t('requests.extension'), value: <span className={styles.text}>{extensionReason}</span> }]
            : []),
          ...(answer ? [{ id: 'answer', label: t('requests.answer'), value: <span className={styles.text}>{answer}</span> }] : []),
        ]}
      />
      {isOpenRequest(state) && (
        <div>
          <Button size="small" onPress={onWithdraw} isDisabled={readOnly !== undefined} why={readOnly}>
            {t('requests.withdraw')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Withdraw({ request: { number }, onClose }: { request: OwnDataRequest; onClose: () => void }) {
  const { t } = useTranslation('personalData')
  const withdraw = useWrite('WithdrawDataRequest')
  function handleSuccess() {
    onClose()
    toasts.add({ title: t('requests.withdrawn'), tone: 'good' })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ number }, { onSuccess: handleSuccess })}
      title={t('requests.withdrawTitle', { number })}
      confirmLabel={t('requests.withdraw')}
      cancelLabel={t('requests.keep')}
      isLoading={withdraw.isPending}
    >
      <p>{t('requests.withdrawBody')}</p>
      {withdraw.isError && <RefusalNotice error={withdraw.error} />}
    </ConfirmDialog>
  )
}

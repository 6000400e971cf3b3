/** The company's e-mail addresses: the topics that each receives, whether it is confirmed, and its last e-mail. */
import { useState } from 'react'
import { instantShown, type Mailbox, sentence } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import rows from '~/kit/page/Rows.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { MailboxForm } from './MailboxForm'

export function Mailboxes() {
  const { t } = useTranslation('mailboxes')
  useTitle(t('title'))
  return (
    <Page width="form" title={t('title')} subtitle={t('lead')}>
      <Boundary isPage>
        <Addresses />
      </Boundary>
    </Page>
  )
}

type Opened = { form: Mailbox | 'new' } | { removed: Mailbox }

function Addresses() {
  const { t } = useTranslation('mailboxes')
  const language = useLanguage()
  const { items, limit } = useRead('GetMailboxes', { id: useBulkId() })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  /** Returns the address as it is now. A form that sends a whole address must not undo a colleague's change. */
  const current = (seen: Mailbox) => items.find(({ mailboxId }) => mailboxId === seen.mailboxId) ?? seen
  const mayChange = useMay('manageUser', 'update')
  const whyNot = mayChange ? undefined : sentence('forbidden', language)
  const isFull = items.length >= limit
  return (
    <Stack gap={5}>
      <div>
        <Button
          mode="primary"
          onPress={() => setOpened({ form: 'new' })}
          isDisabled={whyNot !== undefined || isFull}
          why={whyNot ?? sentence('mailboxesTooMany', language, { limit })}
        >
          {t('add')}
        </Button>
      </div>
      {items.length === 0 ? (
        <Notice title={t('empty')}>{t('emptyBody')}</Notice>
      ) : (
        <ul className={rows.rows} aria-label={t('title')}>
          {items.map((mailbox) => (
            <Address
              key={mailbox.mailboxId}
              mailbox={mailbox}
              whyNot={whyNot}
              onChange={() => setOpened({ form: mailbox })}
              onRemove={() => setOpened({ removed: mailbox })}
            />
          ))}
        </ul>
      )}
      {opened && 'form' in opened && <MailboxForm mailbox={opened.form === 'new' ? undefined : current(opened.form)} onClose={close} />}
      {opened && 'removed' in opened && <RemoveMailbox mailbox={opened.removed} onClose={close} />}
    </Stack>
  )
}

const tones = { confirmed: 'good', unconfirmed: 'warning', stopped: 'neutral' } as const satisfies Record<Mailbox['state'], Tone>

interface AddressProps {
  mailbox: Mailbox
  whyNot: string | undefined
  onChange: () => void
  onRemove: () => void
}

function Address({ mailbox, whyNot, onChange, onRemove }: AddressProps) {
  const { t } = useTranslation('mailboxes')
  const language = useLanguage()
  const id = useBulkId()
  const resend = useWrite('ResendMailbox')
  const { mailboxId, email, state, topics, stoppedTopics, lastMailAt, isLastMailAccepted, linkExpiresAt, addedBy, addedAt } = mailbox
  const send = () => {
    const onSuccess = () => toasts.add({ title: t('sent', { email }), tone: 'good' })
    resend.mutate({ id, mailboxId }, { onSuccess })
  }
  const named = (list: readonly Mailbox['topics'][number][]) => list.map((topic) => t(`topic.${topic}`)).join(', ')
  // After a stop, the reader has to confirm again.
  const mayResend = state !== 'confirmed' || stoppedTopics.length > 0
  const later = mailbox.askAgainFrom === null ? undefined : t('askAgain', { when: instantShown(mailbox.askAgainFrom, language) })
  const whyNotSent = whyNot ?? later
  return (
    <li className={rows.row} data-row={email}>
      <div className={rows.head}>
        <h2 className={rows.name}>{email}</h2>
        <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
      </div>
      <p>{t('receives', { topics: named(topics) })}</p>
      {state !== 'stopped' && stoppedTopics.length > 0 && <p>{t('stoppedTopics', { topics: named(stoppedTopics) })}</p>}
      {state === 'stopped' && <p>{t('stoppedAll')}</p>}
      {(state === 'stopped' || stoppedTopics.length > 0) && <p>{later ?? t('askNow')}</p>}
      {linkExpiresAt !== null && <p>{t('linkExpires', { when: instantShown(linkExpiresAt, language) })}</p>}
      <p className={rows.note}>
        {lastMailAt === null
          ? t('noMail')
          : t(isLastMailAccepted ? 'lastMail' : 'lastMailWaits', { when: instantShown(lastMailAt, language) })}
      </p>
      <p className={rows.note}>{t('added', { name: addedBy, when: instantShown(addedAt, language) })}</p>
      {resend.isError && <RefusalNotice error={resend.error} />}
      <div className={rows.acts}>
        <Button size="small" label={t('changeOne', { email })} onPress={onChange} isDisabled={whyNot !== undefined} why={whyNot}>
          {t('change')}
        </Button>
        {mayResend && (
          <Button
            size="small"
            label={t('resendOne', { email })}
            onPress={send}
            isLoading={resend.isPending}
            isDisabled={whyNotSent !== undefined}
            why={whyNotSent}
          >
            {t('resend')}
          </Button>
        )}
        <Button size="small" label={t('removeOne', { email })} onPress={onRemove} isDisabled={whyNot !== undefined} why={whyNot}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}

/** Asks before it removes the address. */
function RemoveMailbox({ mailbox: { mailboxId, email }, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { t } = useTranslation('mailboxes')
  const id = useBulkId()
  const remove = useWrite('RemoveMailbox')
  function confirm() {
    const onSuccess = () => {
      onClose()
      toasts.add({ title: t('removed', { email }), tone: 'good' })
    }
    remove.mutate({ id, mailboxId }, { onSuccess })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={t('removeTitle', { email })}
      confirmLabel={t('remove')}
      cancelLabel={t('keep')}
      tone="danger"
      isLoading={remove.isPending}
    >
      <p>{t('removeBody')}</p>
      {remove.isError && <RefusalNotice error={remove.error} />}
    </ConfirmDialog>
  )
}

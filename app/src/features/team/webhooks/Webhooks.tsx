/** The company's webhooks: what each receives, whether deliveries succeed, and its actions. */
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import {
  instantShown,
  numberShown,
  sentence,
  type Webhook,
  type WebhookEventChoice,
  type WebhookSecret,
  type WebhookTestResult,
} from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { Boundary } from '~/kit/page/Boundary'
import rows from '~/kit/page/Rows.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { CopyableText } from '~/ui/button/CopyableText'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Menu } from '~/ui/overlay/Menu'
import { Modal } from '~/ui/overlay/Modal'
import { Breakable } from '~/ui/text/Breakable'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { ReplayForm } from './ReplayForm'
import { WebhookForm } from './WebhookForm'

export function Webhooks() {
  const { t } = useTranslation('webhooks')
  useTitle(t('title'))
  return (
    <Page width="form" title={t('title')} subtitle={t('lead')}>
      <Boundary isPage>
        <Endpoints />
      </Boundary>
    </Page>
  )
}

type Opened = { form: Webhook | 'new' } | { secret: WebhookSecret } | { replayed: Webhook } | { rotated: Webhook } | { removed: Webhook }

function Endpoints() {
  const { t } = useTranslation('webhooks')
  const language = useLanguage()
  const { items, limit, choices } = useRead('GetWebhooks', { id: useBulkId() })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  /** Returns the webhook as it is now. A form that sends a whole webhook must not undo a colleague's change. */
  const current = (seen: Webhook) => items.find(({ webhookId }) => webhookId === seen.webhookId) ?? seen
  const showSecret = (secret: WebhookSecret) => setOpened({ secret })
  const mayChange = useMay('manageUser', 'update')
  const whyNot = mayChange ? undefined : sentence('forbidden', language)
  const isFull = items.length >= limit
  return (
    <Stack gap={5}>
      <div className={rows.acts}>
        <Button
          mode="primary"
          onPress={() => setOpened({ form: 'new' })}
          isDisabled={whyNot !== undefined || isFull}
          why={whyNot ?? sentence('webhooksTooMany', language, { limit })}
        >
          {t('add')}
        </Button>
        <LinkButton href={link('apiDocs')}>{t('docs')}</LinkButton>
      </div>
      {items.length === 0 ? (
        <Notice title={t('empty')}>{t('emptyBody')}</Notice>
      ) : (
        <ul className={rows.rows} aria-label={t('title')}>
          {items.map((webhook) => (
            <Endpoint key={webhook.webhookId} webhook={webhook} choices={choices} whyNot={whyNot} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {opened && 'form' in opened && (
        <WebhookForm
          webhook={opened.form === 'new' ? undefined : current(opened.form)}
          choices={choices}
          onSecret={showSecret}
          onClose={close}
        />
      )}
      {opened && 'secret' in opened && <SecretDialog secret={opened.secret} onClose={close} />}
      {opened && 'replayed' in opened && <ReplayForm webhook={opened.replayed} onClose={close} />}
      {opened && 'rotated' in opened && <Rotate webhook={opened.rotated} onSecret={showSecret} onClose={close} />}
      {opened && 'removed' in opened && <Remove webhook={opened.removed} onClose={close} />}
    </Stack>
  )
}

type State = NonNullable<Webhook['disabledReason']> | 'active' | 'failing'

/** An active webhook is the normal case, and has no badge. */
const tones = { failing: 'warning', byUser: 'neutral', gone: 'bad', exhausted: 'bad' } as const satisfies Record<
  Exclude<State, 'active'>,
  Tone
>

const stateOf = ({ disabledReason, failingSince }: Webhook): State => disabledReason ?? (failingSince === null ? 'active' : 'failing')

interface EndpointProps {
  webhook: Webhook
  choices: readonly WebhookEventChoice[]
  whyNot: string | undefined
  onOpen: (opened: Opened) => void
}

function Endpoint({ webhook, choices, whyNot, onOpen }: EndpointProps) {
  const { t } = useTranslation('webhooks')
  const language = useLanguage()
  const id = useBulkId()
  const [set, test] = [useWrite('SetWebhook'), useWrite('TestWebhook')]
  const { webhookId, address, events, disabledAt, disabledReason, failingSince, waiting, failed, lastDeliveredAt } = webhook
  const state = stateOf(webhook)
  const when = (instant: string) => instantShown(instant, language)
  const titles = choices.filter(({ event }) => events.includes(event)).map(({ title }) => title)
  const turn = (isEnabled: boolean) => {
    const onSuccess = () => toasts.add({ title: t(isEnabled ? 'onDone' : 'offDone'), tone: 'good' })
    set.mutate({ id, webhookId, events: [...events], isEnabled }, { onSuccess })
  }
  const isOn = disabledAt === null
  return (
    <li className={rows.row} data-row={address}>
      <div className={rows.head}>
        <h2 className={rows.name}>
          <Breakable>{address}</Breakable>
        </h2>
        {state !== 'active' && <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>}
      </div>
      {disabledReason !== null && disabledAt !== null && (
        <Notice tone={disabledReason === 'byUser' ? 'neutral' : 'warning'} title={t(`why.${disabledReason}`, { when: when(disabledAt) })} />
      )}
      {state === 'failing' && failingSince !== null && <p>{t('failingSince', { when: when(failingSince) })}</p>}
      <p>{t('receives', { events: titles.join(', ') })}</p>
      {waiting > 0 && <p>{t('waiting', { count: waiting, shown: numberShown(waiting) })}</p>}
      {failed > 0 && <p>{t('failed', { count: failed, shown: numberShown(failed) })}</p>}
      <p className={rows.note}>{lastDeliveredAt === null ? t('neverDelivered') : t('lastDelivered', { when: when(lastDeliveredAt) })}</p>
      {webhook.earlierSecretUntil !== null && <p className={rows.note}>{t('earlier', { when: when(webhook.earlierSecretUntil) })}</p>}
      <p className={rows.note}>{t('added', { name: webhook.createdBy, when: when(webhook.createdAt) })}</p>
      {test.isSuccess && <TestResult result={test.data} />}
      {test.isError && <RefusalNotice error={test.error} />}
      {set.isError && <RefusalNotice error={set.error} />}
      <div className={rows.acts}>
        <LinkButton size="small" href={link('webhook', { webhookId })}>
          {t('log')}
        </LinkButton>
        <Button
          size="small"
          onPress={() => test.mutate({ id, webhookId })}
          isLoading={test.isPending}
          isDisabled={whyNot !== undefined}
          why={whyNot}
        >
          {t('test')}
        </Button>
        {!isOn && (
          <Button size="small" onPress={() => turn(true)} isLoading={set.isPending} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('on')}
          </Button>
        )}
        <Menu
          trigger={
            <Button size="small" icon={<ChevronDown />} label={t('moreOf', { address })}>
              {t('more')}
            </Button>
          }
          items={[
            { id: 'change', label: t('change'), onAction: () => onOpen({ form: webhook }), whyNot },
            { id: 'replay', label: t('replay.action'), onAction: () => onOpen({ replayed: webhook }), whyNot },
            { id: 'rotate', label: t('rotate'), onAction: () => onOpen({ rotated: webhook }), whyNot },
            ...(isOn ? [{ id: 'off', label: t('off'), onAction: () => turn(false), whyNot }] : []),
            { id: 'remove', label: t('remove'), onAction: () => onOpen({ removed: webhook }), whyNot, isDanger: true, startsGroup: true },
          ]}
        />
      </div>
    </li>
  )
}

interface RotateProps {
  webhook: Webhook
  onSecret: (secret: WebhookSecret) => void
  onClose: () => void
}

/** Asks before it replaces the secret, and then shows the new one. */
function Rotate({ webhook: { webhookId, address }, onSecret, onClose }: RotateProps) {
  const { t } = useTranslation('webhooks')
  const id = useBulkId()
  const rotate = useWrite('RotateWebhook')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => rotate.mutate({ id, webhookId }, { onSuccess: onSecret })}
      title={t('rotateTitle')}
      confirmLabel={t('rotate')}
      cancelLabel={t('keep')}
      isLoading={rotate.isPending}
    >
      <p>{t('addressIs', { address })}</p>
      <p>{t('rotateBody')}</p>
      {rotate.isError && <RefusalNotice error={rotate.error} />}
    </ConfirmDialog>
  )
}

/** Asks before it deletes the webhook. */
function Remove({ webhook: { webhookId, address }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  const id = useBulkId()
  const remove = useWrite('DeleteWebhook')
  function confirm() {
    const onSuccess = () => {
      onClose()
      toasts.add({ title: t('removed'), tone: 'good' })
    }
    remove.mutate({ id, webhookId }, { onSuccess })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={t('removeTitle')}
      confirmLabel={t('remove')}
      cancelLabel={t('keep')}
      tone="danger"
      isLoading={remove.isPending}
    >
      <p>{t('addressIs', { address })}</p>
      <p>{t('removeBody')}</p>
      {remove.isError && <RefusalNotice error={remove.error} />}
    </ConfirmDialog>
  )
}

/** The receiver's answer to a test event. */
function TestResult({ result: { isDelivered, status, failure, answer, milliseconds } }: { result: WebhookTestResult }) {
  const { t } = useTranslation('webhooks')
  const values = { status: status ?? '', time: numberShown(milliseconds) }
  const title = failure === null ? t(isDelivered ? 'tested.good' : 'tested.bad', values) : t(`tested.${failure}`)
  return (
    <Notice tone={isDelivered ? 'good' : 'bad'} title={title} isAnnounced>
      {answer !== null && t('answer', { text: answer })}
    </Notice>
  )
}

/** Shows the secret of a webhook once. Only its button closes the dialogue. */
function SecretDialog({ secret: { secret, publicKey }, onClose }: { secret: WebhookSecret; onClose: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('secretTitle')}
      isDismissable={false}
      footer={
        <Button mode="primary" onPress={onClose}>
          {t('done')}
        </Button>
      }
    >
      <Stack gap={4}>
        <p>{t('secretLead')}</p>
        <Description
          items={[
            { id: 'secret', label: t('secret'), value: <CopyableText size="small" text={secret} label={t('copySecret')} /> },
            { id: 'key', label: t('publicKey'), value: <CopyableText size="small" text={publicKey} label={t('copyKey')} /> },
          ]}
        />
        <p className={rows.note}>{t('publicKeyHint')}</p>
      </Stack>
    </Modal>
  )
}

/** The company's mail domains: the DNS record that proves each, when it was last seen, and the actions to add and remove. */
import { useState } from 'react'
import { dayShown, instantShown, type SsoDomain, sentence } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormRefusal, RefusalNotice } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import rows from '~/kit/page/Rows.module.css'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { CopyableText } from '~/ui/button/CopyableText'
import { Notice } from '~/ui/feedback/Notice'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { toasts } from '~/ui/feedback/toastQueue'
import { Form } from '~/ui/form/Form'
import { TextField } from '~/ui/form/TextField'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

/** Returns why the user cannot change the settings; undefined if they can. */
export function useWhyNotEditable(): string | undefined {
  const language = useLanguage()
  return useMay('manageUser', 'update') ? undefined : sentence('forbidden', language)
}

export function Domains({ domains }: { domains: readonly SsoDomain[] }) {
  const { t } = useTranslation('sso')
  const [removed, setRemoved] = useState<SsoDomain>()
  return (
    <Card title={t('domains.title')}>
      <Stack gap={4}>
        <p>{t('domains.lead')}</p>
        {domains.length > 0 && (
          <ul className={rows.rows}>
            {domains.map((domain) => (
              <Domain key={domain.domain} domain={domain} onRemove={() => setRemoved(domain)} />
            ))}
          </ul>
        )}
        <AddDomain />
      </Stack>
      {removed && <RemoveDomainDialog domain={removed.domain} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}

type DomainState = 'proved' | 'missing' | 'unproved'

const tones = { proved: 'good', missing: 'warning', unproved: 'neutral' } as const satisfies Record<DomainState, Tone>

function stateOf({ provedAt, missingSince }: SsoDomain): DomainState {
  if (provedAt === null) return 'unproved'
  return missingSince === null ? 'proved' : 'missing'
}

function Domain({ domain, onRemove }: { domain: SsoDomain; onRemove: () => void }) {
  const { t } = useTranslation('sso')
  const language = useLanguage()
  const id = useBulkId()
  const whyNot = useWhyNotEditable()
  const prove = useWrite('ProveSsoDomain')
  const { domain: name, recordName, recordValue, seenAt, missingSince, lostOn } = domain
  const state = stateOf(domain)
  const check = () => {
    const onSuccess = () => toasts.add({ title: t('domains.proved', { domain: name }), tone: 'good' })
    prove.mutate({ id, domain: name }, { onSuccess })
  }
  return (
    <li className={rows.row} data-row={name}>
      <div className={rows.head}>
        <h3 className={rows.name}>{name}</h3>
        <StatusBadge tone={tones[state]}>{t(`domains.state.${state}`)}</StatusBadge>
      </div>
      {seenAt !== null && <p className={rows.note}>{t('domains.seen', { when: instantShown(seenAt, language) })}</p>}
      {missingSince !== null && lostOn !== null && (
        <Notice tone="warning" title={t('domains.missing', { day: dayShown(lostOn, language) })}>
          {t('domains.missingBody', { when: instantShown(missingSince, language) })}
        </Notice>
      )}
      {state === 'unproved' && <p>{t(seenAt === null ? 'domains.publish' : 'domains.lost')}</p>}
      {state !== 'proved' && (
        <Description
          items={[
            { id: 'type', label: t('domains.type'), value: 'TXT' },
            {
              id: 'name',
              label: t('domains.name'),
              value: <CopyableText size="small" text={recordName} label={t('domains.copyName', { domain: name })} />,
            },
            {
              id: 'value',
              label: t('domains.value'),
              value: <CopyableText size="small" text={recordValue} label={t('domains.copyValue', { domain: name })} />,
            },
          ]}
        />
      )}
      {prove.isError && <RefusalNotice error={prove.error} />}
      <div className={rows.acts}>
        {state !== 'proved' && (
          <Button
            size="small"
            onPress={check}
            isLoading={prove.isPending}
            label={t('domains.checkOne', { domain: name })}
            isDisabled={whyNot !== undefined}
            why={whyNot}
          >
            {t('domains.check')}
          </Button>
        )}
        <Button
          size="small"
          label={t('domains.removeOne', { domain: name })}
          onPress={onRemove}
          isDisabled={whyNot !== undefined}
          why={whyNot}
        >
          {t('domains.remove')}
        </Button>
      </div>
    </li>
  )
}

function AddDomain() {
  const { t } = useTranslation('sso')
  const { t: common } = useTranslation()
  const id = useBulkId()
  const whyNot = useWhyNotEditable()
  const add = useWrite('AddSsoDomain')
  const form = useForm({ domain: '' })
  const submit = () =>
    form.submit(async () => {
      await add.mutateAsync({ id, domain: form.values.domain })
      form.reset()
    })
  return (
    <Form onSubmit={() => void submit()} errors={form.errors} errorTitle={common('problem.summary')} isBusy={form.isBusy} gap="close">
      <FormRefusal form={form} />
      <TextField {...form.field('domain')} label={t('domains.new')} hint={t('domains.newHint')} autoComplete="off" isRequired />
      <div>
        <Button type="submit" isLoading={form.isBusy} isDisabled={whyNot !== undefined} why={whyNot}>
          {t('domains.add')}
        </Button>
      </div>
    </Form>
  )
}

function RemoveDomainDialog({ domain, onClose }: { domain: string; onClose: () => void }) {
  const { t } = useTranslation('sso')
  const id = useBulkId()
  const remove = useWrite('RemoveSsoDomain')
  function confirm() {
    const onSuccess = () => {
      onClose()
      toasts.add({ title: t('domains.removed', { domain }), tone: 'good' })
    }
    remove.mutate({ id, domain }, { onSuccess })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={t('domains.removeTitle', { domain })}
      confirmLabel={t('domains.remove')}
      cancelLabel={t('domains.keep')}
      tone="danger"
      isLoading={remove.isPending}
    >
      <p>{t('domains.removeBody')}</p>
      {remove.isError && <RefusalNotice error={remove.error} />}
    </ConfirmDialog>
  )
}

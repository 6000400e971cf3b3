/** Delegations: who approves in whose place, and until when. Users delegate and end their own. */
import { useState } from 'react'
import { type CompanyApprovals, dayShown, sentence } from '~/core/core'
import { messageOf } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import editor from '~/ui/form/Editor.module.css'
import { Select } from '~/ui/form/Select'
import { Card } from '~/ui/layout/Card'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Policy.module.css'

export function Delegations({ company }: { company: CompanyApprovals }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const id = useBulkId()
  const readOnly = useReadOnly()
  const [isOpen, setIsOpen] = useState(false)
  const end = useWrite('DelegateApproval')
  const { delegations, canDelegate, isOn } = company
  if (!isOn && delegations.length === 0) return null
  const own = delegations.find(({ isOwn }) => isOwn)
  return (
    <Card
      title={t('delegation.title')}
      actions={
        canDelegate &&
        readOnly === undefined && <Button onPress={() => setIsOpen(true)}>{t(own ? 'delegation.change' : 'delegation.add')}</Button>
      }
    >
      <p className={editor.muted}>{t('delegation.lead')}</p>
      {delegations.length > 0 && (
        <ul className={styles.rows} aria-label={t('delegation.title')}>
          {delegations.map(({ fromUserId, fromName, toName, from, until, isOwn }) => (
            <li key={fromUserId}>
              <p>{t('delegation.one', { to: toName, of: fromName, from: dayShown(from, language), until: dayShown(until, language) })}</p>
              {isOwn && readOnly === undefined && (
                <Button
                  size="small"
                  isLoading={end.isPending}
                  onPress={() =>
                    end.mutate(
                      { id },
                      {
                        onSuccess: () => toasts.add({ title: t('delegation.ended') }),
                        onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
                      },
                    )
                  }
                >
                  {t('delegation.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <DelegateDialog company={company} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

function DelegateDialog({ company: { users, delegations }, onClose }: { company: CompanyApprovals; onClose: () => void }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  const id = useBulkId()
  const today = useToday()
  const delegate = useWrite('DelegateApproval')
  const own = delegations.find(({ isOwn }) => isOwn)
  const form = useForm(
    { toUserId: own?.toUserId ?? '', from: own && own.from > today ? own.from : today, until: own?.until ?? '' },
    {
      // A call without a colleague would end the delegation.
      check: ({ toUserId }, language) =>
        toUserId === ''
          ? { fields: [{ field: 'toUserId', code: 'delegateInvalid', params: {}, message: sentence('delegateInvalid', language) }] }
          : null,
      at: { delegateInvalid: 'toUserId', delegationDaysInvalid: 'until' },
    },
  )
  const { toUserId, from, until } = form.values
  const send = () =>
    form.submit(async () => {
      const { delegation } = await delegate.mutateAsync({
        id,
        toUserId,
        ...(from && { from }),
        ...(until && { until }),
      })
      onClose()
      if (delegation) {
        const said = { to: delegation.toName, from: dayShown(delegation.from, language), until: dayShown(delegation.until, language) }
        toasts.add({ title: t('delegation.done', said) })
      }
    })
  return (
    <FormDialog
      title={t('delegation.formTitle')}
      lead={t('delegation.formLead')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('delegation.submit')}
      form={form}
      isLeftFreely
    >
      <Select
        id="toUserId"
        label={t('delegation.to')}
        placeholder={t('policy.edit.choose')}
        options={users
          .filter(({ isCaller, canApprove }) => !isCaller && canApprove)
          .map(({ userId, name }) => ({ id: userId, label: name }))}
        value={toUserId || null}
        onChange={(userId) => form.set('toUserId', userId)}
        error={form.error('toUserId')}
        isRequired
      />
      <DateField {...form.field('from')} label={t('delegation.from')} isRequired />
      <DateField {...form.field('until')} label={t('delegation.until')} isRequired />
    </FormDialog>
  )
}

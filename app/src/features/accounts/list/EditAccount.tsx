/** Dialogue that changes an account's reference ID and its group. */
import { useState } from 'react'
import type { Account } from '~/core/core'
import { call } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useUndo } from '~/kit/form/useUndo'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { GroupSelect } from '../groups/GroupSelect'
import { noGroup } from '../groups/noGroup'
import { referenceRefusal } from '../referenceRefusal'
import { type AccountEntry, changeOf, oppositeOf } from './accountChange'

interface Props {
  source: AccountListSource
  account: Account
  onClose: () => void
  onRegrouped: () => void
}

export function EditAccount({ source, account, onClose, onRegrouped }: Props) {
  const { t } = useTranslation('accounts')
  const update = useWrite('UpdateMultipleAccounts')
  const offerUndo = useUndo()
  // The original values are frozen when the form opens. A colleague's later change is not in the form, and saving must not revert
  // it.
  const [before] = useState<AccountEntry>({ referenceId: account.referenceId ?? '', groupId: account.groupId ?? noGroup })
  const form = useForm<AccountEntry>(before, {
    check: ({ referenceId }, language) => {
      const refusal = referenceRefusal(referenceId, language)
      return refusal ? { ...refusal, fields: [{ ...refusal, field: 'referenceId', message: refusal.errorMessage }] } : null
    },
    at: {
      referenceIdLength: 'referenceId',
      referenceIdCharacters: 'referenceId',
      lineBreak: 'referenceId',
      accountIsPending: 'referenceId',
      groupNotFound: 'groupId',
    },
  })
  const { groupId } = form.values

  const save = () =>
    form.submit(async () => {
      const change = changeOf(before, form.values)
      if (Object.keys(change).length > 0) {
        const data = [{ accountNo: account.accountNo, ...change }]
        await update.mutateAsync({ id: source.bulkId, data })
        if (change.groupId !== undefined) onRegrouped()
        offerUndo(
          t('edit.done', { account: account.accountNo }),
          () => call('UpdateMultipleAccounts', { id: source.bulkId, data: oppositeOf(data, [account]) }),
          change.referenceId !== undefined ? t('edit.referenceLater') : undefined,
        )
      }
      onClose()
    })

  return (
    <FormDialog
      title={t('edit.title', { account: account.accountNo })}
      lead={account.premisesAddress}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('edit.submit')}
      form={form}
      calls={['UpdateMultipleAccounts']}
    >
      <TextField
        {...form.field('referenceId')}
        label={t('columns.reference')}
        hint={t(source.isStaff ? 'edit.referenceHintOfStaff' : 'edit.referenceHint')}
        autoComplete="off"
        isOptional
      />
      <GroupSelect
        id={source.bulkId}
        fieldId="groupId"
        label={t('columns.group')}
        value={groupId}
        onChange={(chosen) => form.set('groupId', chosen ?? noGroup)}
        error={form.error('groupId')}
        hasNone
      />
    </FormDialog>
  )
}

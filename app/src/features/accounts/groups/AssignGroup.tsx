/** Dialogue that moves accounts into an existing or a new group. They leave their current group. */
import { type Account, checkGroupName, numberShown } from '~/core/core'
import { useGroupNames } from '~/kit/accounts/useGroups'
import { call } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useUndo } from '~/kit/form/useUndo'
import { toasts } from '~/ui/feedback/toastQueue'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { GroupSelect } from './GroupSelect'
import { regroup } from './regroup'

interface Entry {
  where: string
  groupId: string
  groupName: string
}

interface Props {
  source: AccountListSource
  accounts: readonly Account[]
  /** The group whose list the accounts were ticked in. */
  from?: string | undefined
  /** The group that is preselected. */
  to?: string | undefined
  onClose: () => void
  onDone: () => void
}

export function AssignGroup({ source, accounts, from, to, onClose, onDone }: Props) {
  const { t } = useTranslation('groups')
  const nameOf = useGroupNames(source.bulkId)
  const assign = useWrite('AssignAccounts')
  const create = useWrite('CreateGroup')
  const offerUndo = useUndo()
  const form = useForm<Entry>(
    { where: 'existing', groupId: to ?? '', groupName: '' },
    {
      check: ({ where, groupName }, language) => (where === 'new' ? (checkGroupName(groupName, language).error ?? null) : null),
      at: { groupNameInUse: 'groupName', groupNameRequired: 'groupName', groupNameInvalid: 'groupName', groupNotFound: 'groupId' },
    },
  )
  const { where, groupId, groupName } = form.values
  const count = accounts.length
  // If the user selects an existing group and then switches to a new group, accounts of that existing group leave it as well.
  const stays = where === 'existing' ? groupId : undefined
  const leave = accounts.filter((account) => account.groupId !== null && account.groupId !== stays).length
  const accountNumbers = accounts.map(({ accountNo }) => accountNo)

  const save = () =>
    form.submit(async () => {
      const made = where === 'new' ? await create.mutateAsync({ id: source.bulkId, groupName, accountNumbers }) : undefined
      if (!made) await assign.mutateAsync({ groupId, accountNumbers })
      const name = where === 'new' ? groupName.trim() : nameOf(groupId)
      onDone()
      onClose()
      const done = t('assign.done', { count, shown: numberShown(count), group: name })
      // Undo would have to delete the new group, so users who may not delete groups get no undo.
      if (made && !source.mayDelete) toasts.add({ title: done })
      else
        offerUndo(done, async () => {
          await regroup(accounts, made?.groupId ?? groupId)
          if (made) await call('DeleteGroup', { groupId: made.groupId })
        })
    })

  return (
    <FormDialog
      title={t('assign.title', { count, shown: numberShown(count) })}
      lead={leave > 0 ? t('assign.leave', { count: leave, shown: numberShown(leave) }) : undefined}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('assign.submit')}
      form={form}
      calls={['AssignAccounts', 'CreateGroup']}
      whyNot={where === 'existing' && !groupId ? t('assign.chooseFirst') : undefined}
    >
      <RadioGroup
        label={t('assign.where')}
        hidesLabel
        options={[
          {
            id: 'existing',
            title: t('assign.existing'),
            content: (
              <GroupSelect
                id={source.bulkId}
                fieldId="groupId"
                label={t('assign.group')}
                value={groupId || null}
                onChange={(chosen) => form.set('groupId', chosen ?? '')}
                error={form.error('groupId')}
                without={from}
              />
            ),
          },
          {
            id: 'new',
            title: t('assign.new'),
            whyNot: source.mayAdd ? undefined : t('assign.mayNot'),
            content: <TextField {...form.field('groupName')} label={t('name')} autoComplete="off" isRequired autoFocus />,
          },
        ]}
        value={where}
        onChange={(chosen) => form.set('where', chosen)}
        isPlain
      />
    </FormDialog>
  )
}

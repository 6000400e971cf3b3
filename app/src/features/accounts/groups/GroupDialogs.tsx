/** The dialogues for groups: create, rename, delete. */
import { checkGroupName, type Group, numberShown } from '~/core/core'
import { useFrozen } from '~/kit/announcements/frozen'
import { call } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useFollowing } from '~/kit/form/following'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { useUndo } from '~/kit/form/useUndo'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { CreateGroup } from './CreateGroup'
import type { GroupSearch } from './groupList'

interface Props {
  source: AccountListSource
  search: Pick<GroupSearch, 'open'>
  group: Group | undefined
  onClose: () => void
  onDeleted?: (() => void) | undefined
}

export function GroupDialogs({ source, search: { open }, group, onClose, onDeleted = onClose }: Props) {
  if (open === 'create' && source.mayAdd) return <CreateGroup source={source} onClose={onClose} />
  if (open === 'rename' && group && source.mayUpdate) return <Rename key={group.groupId} group={group} onClose={onClose} />
  if (open === 'delete' && group && source.mayDelete) return <Delete group={group} onClose={onClose} onDeleted={onDeleted} />
  return null
}

function Rename({ group: { groupId, groupName }, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const update = useWrite('UpdateGroup')
  const offerUndo = useUndo()
  const now = { groupName }
  const form = useForm(now, {
    check: (values, language) => checkGroupName(values.groupName, language).error,
    at: { groupNameInUse: 'groupName', groupNameInvalid: 'groupName', groupNameRequired: 'groupName' },
  })
  useFollowing(form, now)
  const save = () =>
    form.submit(async () => {
      await update.mutateAsync({ groupId, groupName: form.values.groupName })
      onClose()
      offerUndo(t('rename.done', { group: form.values.groupName.trim() }), () => call('UpdateGroup', { groupId, groupName }))
    })
  return (
    <FormDialog
      title={t('rename.title', { group: groupName })}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('rename.submit')}
      form={form}
      calls={['UpdateGroup']}
    >
      <TextField {...form.field('groupName')} label={t('name')} autoComplete="off" isRequired autoFocus />
    </FormDialog>
  )
}

function Delete({ group, onClose, onDeleted }: { group: Group; onClose: () => void; onDeleted: () => void }) {
  const { t } = useTranslation('groups')
  const remove = useWrite('DeleteGroup')
  const frozen = useFrozen('DeleteGroup')
  const { groupId, groupName, totalAccounts } = group
  function done() {
    onDeleted()
    toasts.add({ title: t('delete.done', { group: groupName }) })
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ groupId }, { onSuccess: done })}
      title={t('delete.title', { group: groupName })}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('delete.keep')}
      tone="danger"
      isLoading={remove.isPending}
      isDisabled={frozen !== undefined}
      why={frozen}
    >
      {remove.isError && <RefusalNotice error={remove.error} />}
      <p>{totalAccounts > 0 ? t('delete.body', { count: totalAccounts, shown: numberShown(totalAccounts) }) : t('delete.bodyEmpty')}</p>
    </ConfirmDialog>
  )
}

/** Dialogue that creates a group, optionally with the account numbers to put into it. */

import { useNavigate, useRouter } from '@tanstack/react-router'
import { type Account, type AccountNo, checkGroupName } from '~/core/core'
import { link, paths } from '~/core/links'
import { call } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useUndo } from '~/kit/form/useUndo'
import { useDraft } from '~/kit/session/useDraft'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from '../accountListSource'
import { numbersRefusal, pastedNumbers } from './pastedNumbers'
import { regroup } from './regroup'

interface Entry {
  groupName: string
  accounts: string
}

const empty: Entry = { groupName: '', accounts: '' }

/**
 * Loads the accounts with their current groups, so that undo can move them back. Returns undefined if an exact undo is impossible:
 * some accounts are not found, or the user may not delete groups or move accounts.
 */
async function groupsOf(
  { bulkId, mayDelete, mayUpdate }: AccountListSource,
  accountNumbers: AccountNo[],
): Promise<readonly Account[] | undefined> {
  if (!mayDelete) return undefined
  if (accountNumbers.length === 0) return []
  const search = accountNumbers.join(', ')
  const found = await call('GetAccounts', { id: bulkId, recordCount: accountNumbers.length, filter: { search } }).catch(() => undefined)
  if (found?.items.length !== new Set(accountNumbers).size) return undefined
  return mayUpdate || found.items.every(({ groupId }) => groupId === null) ? found.items : undefined
}

export function CreateGroup({ source, onClose }: { source: AccountListSource; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  const navigate = useNavigate()
  const router = useRouter()
  const offerUndo = useUndo()
  const create = useWrite('CreateGroup')
  const [draft, setDraft, drop] = useDraft<Entry>(`group ${source.bulkId}`, empty)
  const form = useForm<Entry>(empty, {
    state: [draft, setDraft],
    check: ({ groupName, accounts }, chosen) => ({
      fields: [
        ...(checkGroupName(groupName, chosen).error?.fields ?? []),
        ...numbersRefusal(accounts, chosen, (number, message) => t('create.wrong', { number, message })),
      ],
    }),
    at: { groupNameInUse: 'groupName', groupNameInvalid: 'groupName', groupNameRequired: 'groupName', accountNotFound: 'accounts' },
  })

  /** Undoes the creation of a group. Leaves its page first, because the group no longer exists afterwards. */
  async function remove(groupId: string, before: readonly Account[]) {
    await regroup(
      before.filter((account) => account.groupId !== null),
      groupId,
    )
    if (router.state.location.pathname === link('group', { groupId })) await router.navigate({ to: paths.groups })
    await call('DeleteGroup', { groupId })
  }

  const save = () =>
    form.submit(async () => {
      const { groupName, accounts } = form.values
      const accountNumbers = pastedNumbers(accounts, language)
      const before = await groupsOf(source, accountNumbers)
      const { groupId } = await create.mutateAsync({ id: source.bulkId, groupName, accountNumbers })
      drop()
      await navigate({ to: paths.group, params: { groupId }, replace: true })
      const done = t('create.done', { group: groupName.trim() })
      if (before) offerUndo(done, () => remove(groupId, before))
      else toasts.add({ title: done })
    })

  return (
    <FormDialog
      title={t('create.title')}
      onClose={onClose}
      onCancel={() => {
        drop()
        onClose()
      }}
      onSubmit={save}
      submitLabel={t('create.submit')}
      form={form}
      calls={['CreateGroup']}
    >
      <TextField {...form.field('groupName')} label={t('name')} autoComplete="off" isRequired autoFocus />
      <TextField {...form.field('accounts')} label={t('create.accounts')} hint={t('create.accountsHint')} rows={4} isOptional isTabular />
    </FormDialog>
  )
}

/** A new group, with the accounts that are to be in it where their numbers are at hand. */

import { useNavigate } from '@tanstack/react-router'
import { check, checkGroupName, type FieldError, type Language } from '../../../core/core'
import { paths } from '../../../core/links'
import { useWrite } from '../../../kit/call/write'
import { FormDialog } from '../../../kit/form/FormDialog'
import { useForm } from '../../../kit/form/useForm'
import { useDraft } from '../../../kit/session/useDraft'
import { toasts } from '../../../ui/feedback/toastQueue'
import { TextField } from '../../../ui/form/TextField'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import type { Source } from '../source'

interface Entry {
  groupName: string
  accounts: string
}

const empty: Entry = { groupName: '', accounts: '' }

/** What was pasted, each as core reads it: nothing of it is left out in silence, as a search leaves out what is no number. */
const pasted = (typed: string, language: Language) =>
  typed
    .split(/[,;\n\r\t]/)
    .filter((part) => part.trim() !== '')
    .map((part) => check('accountNo', part, language))

/** What is wrong with the first of the pasted numbers that is none. */
function numbersRefusal(typed: string, language: Language): FieldError[] {
  const wrong = pasted(typed, language).find(({ error }) => error)?.error
  return wrong ? [{ ...wrong, field: 'accounts', message: wrong.errorMessage }] : []
}

export function CreateGroup({ source, onClose }: { source: Source; onClose: () => void }) {
  const { t } = useTranslation('groups')
  const language = useLanguage()
  const navigate = useNavigate()
  const create = useWrite('CreateGroup')
  const [draft, setDraft, drop] = useDraft<Entry>(`group ${source.bulkId}`, empty)
  const form = useForm<Entry>(empty, {
    state: [draft, setDraft],
    check: ({ groupName, accounts }, chosen) => ({
      fields: [...(checkGroupName(groupName, chosen).error?.fields ?? []), ...numbersRefusal(accounts, chosen)],
    }),
    at: { groupNameInUse: 'groupName', groupNameInvalid: 'groupName', groupNameRequired: 'groupName', accountNotFound: 'accounts' },
  })

  const save = () =>
    form.submit(async () => {
      const { groupName, accounts } = form.values
      const accountNumbers = pasted(accounts, language).flatMap(({ value }) => value ?? [])
      const { groupId } = await create.mutateAsync({ id: source.bulkId, groupName, accountNumbers })
      drop()
      toasts.add({ title: t('create.done', { group: groupName.trim() }) })
      await navigate({ to: paths.group, params: { groupId }, replace: true })
    })

  return (
    <FormDialog
      title={t('create.title')}
      onClose={() => {
        drop()
        onClose()
      }}
      onSubmit={save}
      submitLabel={t('create.submit')}
      form={form}
    >
      <TextField {...form.field('groupName')} label={t('name')} autoComplete="off" isRequired autoFocus />
      <TextField {...form.field('accounts')} label={t('create.accounts')} hint={t('create.accountsHint')} rows={4} isOptional isTabular />
    </FormDialog>
  )
}

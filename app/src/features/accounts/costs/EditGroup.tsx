/** Dialogue with the default cost centres of a group. */
import { useState } from 'react'
import type { CostCentreName, GroupCoding } from '~/core/core'
import { call } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useUndo } from '~/kit/form/useUndo'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { atField, newPart, type PartEntry, partsEntryOf, partsOf, problemsOfParts } from './codingForm'
import { PartFields } from './PartFields'

interface Props {
  bulkId: string
  group: GroupCoding
  costCentres: readonly CostCentreName[]
  onClose: () => void
}

export function EditGroup({ bulkId, group: { groupId, groupName, parts: before }, costCentres: all, onClose }: Props) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const costCentres = all.filter(({ code, isActive }) => isActive || before.some((part) => part.code === code))
  const known = costCentres.map(({ code }) => code)
  const saving = useWrite('SetGroupCoding')
  const offerUndo = useUndo()
  const [opened] = useState(() => (before.length > 0 ? partsEntryOf(before) : [newPart('100')]))
  const form = useForm<{ parts: readonly PartEntry[] }>(
    { parts: opened },
    { check: ({ parts }, language) => atField('parts', problemsOfParts(parts, known, language)) },
  )
  const { parts } = form.values
  const problems = form.errors.length > 0 ? problemsOfParts(parts, known, language) : []
  const save = () =>
    form.submit(async () => {
      await saving.mutateAsync({ id: bulkId, groupId, parts: partsOf(parts, language) })
      onClose()
      offerUndo(t('groups.done', { group: groupName }), () => call('SetGroupCoding', { id: bulkId, groupId, parts: before }))
    })
  return (
    <FormDialog
      title={t('groups.title', { group: groupName })}
      lead={t('groups.lead')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('coding.submit')}
      form={{ ...form, errors: problems }}
      calls={['SetGroupCoding']}
      size="large"
    >
      {costCentres.length === 0 && <Notice tone="warning" title={t('coding.noCentres')} />}
      <PartFields
        field="parts"
        parts={parts}
        centres={costCentres}
        onChange={(next) => form.set('parts', next)}
        errorAt={(field) => problems.find(({ id }) => id === field)?.message}
        mayBeEmpty
      />
    </FormDialog>
  )
}

/** Dialogue that gives several accounts the same cost centres from a day. It replaces their codings. */
import { type Account, numberShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useToday } from '~/kit/session/useToday'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { atField, newPeriod, type PeriodEntry, periodsOf, problemsOf } from './codingForm'
import { PartFields } from './PartFields'
import { useCodingUndo } from './useCodingUndo'

interface Props {
  bulkId: string
  accounts: readonly Account[]
  onClose: () => void
  onDone: () => void
}

export function CodeAccounts({ bulkId, accounts, onClose, onDone }: Props) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const today = useToday()
  const { costCentres: all } = useRead('GetGroupCodings', { id: bulkId })
  const costCentres = all.filter(({ isActive }) => isActive)
  const known = costCentres.map(({ code }) => code)
  const saving = useWrite('SetAccountCodings')
  const confirm = useCodingUndo(bulkId)
  const form = useForm<{ period: PeriodEntry }>(
    { period: newPeriod(`${today.slice(0, 4)}-01-01`) },
    { check: ({ period }, language) => atField('period', problemsOf([period], known, language)) },
  )
  const { period } = form.values
  const problems = form.errors.length > 0 ? problemsOf([period], known, language) : []
  const errorAt = (field: string) => problems.find(({ id }) => id === field)?.message
  const said = { count: accounts.length, shown: numberShown(accounts.length) }
  const save = () =>
    form.submit(async () => {
      const periods = periodsOf([period], language)
      const { replaced } = await saving.mutateAsync({ id: bulkId, accounts: accounts.map(({ accountNo }) => ({ accountNo, periods })) })
      onDone()
      onClose()
      confirm(t('many.done', said), replaced)
    })
  return (
    <FormDialog
      title={t('many.title', said)}
      lead={t('many.lead')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('many.submit')}
      form={{ ...form, errors: problems }}
      calls={['SetAccountCodings']}
      size="large"
    >
      {costCentres.length === 0 && <Notice tone="warning" title={t('coding.noCentres')} />}
      <DateField
        id="periods.0.from"
        label={t('period.from')}
        hint={t('many.fromHint')}
        value={period.from}
        onChange={(from) => form.set('period', { ...period, from })}
        error={errorAt('periods.0.from')}
        isRequired
      />
      <PartFields
        field="periods.0.parts"
        parts={period.parts}
        centres={costCentres}
        onChange={(parts) => form.set('period', { ...period, parts })}
        errorAt={errorAt}
      />
    </FormDialog>
  )
}

/** Assigns the columns of the statement, once for each bank. It starts with a guess from the column names. */
import { useState } from 'react'
import type { BankStatement } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { RadioGroup } from '~/ui/form/RadioGroup'
import { Select } from '~/ui/form/Select'
import { useTranslation } from '~/words/useTranslation'
import { columnsOf, type Entry, entryOf, meanings, type Name, none } from './columnsEntry'

interface Props {
  statementId: string
  onClose: () => void
}

export function ColumnsDialog({ statementId, onClose }: Props) {
  const { t } = useTranslation('bankStatements')
  const statement = useRead('GetBankStatement', { statementId })
  const { suggested, unclear } = statement
  const set = useWrite('SetBankStatementColumns')
  const form = useForm<Entry>(entryOf(suggested, unclear))
  const [kind, setKind] = useState<'one' | 'two'>(suggested.credit == null ? 'one' : 'two')
  const options = useOptions(statement)

  const send = () =>
    form.submit(async () => {
      const left: Name[] = kind === 'one' ? ['credit', 'debit'] : ['amount']
      await set.mutateAsync({ statementId, columns: columnsOf(form.values, left, unclear) })
      onClose()
    })
  const column = (name: Name, isOptional = false) => (
    <Select
      key={name}
      {...form.field(name)}
      label={t(`columns.${name}`)}
      options={isOptional ? [{ id: none, label: t('columns.none') }, ...options] : options}
      value={form.values[name] === '' || (form.values[name] === none && !isOptional) ? null : form.values[name]}
      placeholder={t('columns.choosePlace')}
      isRequired={!isOptional}
    />
  )
  return (
    <FormDialog
      title={t('columns.title')}
      lead={t('columns.lead', { bank: statement.bankName })}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('columns.submit')}
      form={form}
    >
      {column('day')}
      {column('reference')}
      {column('description', true)}
      <RadioGroup
        label={t('columns.kind')}
        options={(['one', 'two'] as const).map((id) => ({ id, title: t(`columns.kindOf.${id}`) }))}
        value={kind}
        onChange={(chosen) => setKind(chosen === 'two' ? 'two' : 'one')}
        isPlain
      />
      {kind === 'one' ? column('amount') : [column('credit'), column('debit', true)]}
      {meanings.map((name) => column(name, true))}
    </FormDialog>
  )
}

/** The columns as options: their names, with the first values in each. */
function useOptions({ heading, sample }: BankStatement) {
  const { t } = useTranslation('bankStatements')
  return heading.map((name, place) => {
    const shown = sample.map((cells) => cells[place] ?? '').filter(Boolean)
    return {
      id: String(place),
      label: name || t('columns.unnamed', { place: place + 1 }),
      ...(shown.length > 0 && { description: shown.slice(0, 2).join(' · ') }),
    }
  })
}

/** Assigns the columns of the statement, once for each bank. It starts with a guess from the column names. */
import { useState } from 'react'
import type { BankStatement, Columns } from '../../../../core/core'
import { useRead } from '../../../../kit/call/read'
import { useWrite } from '../../../../kit/call/write'
import { FormDialog } from '../../../../kit/form/FormDialog'
import { useForm } from '../../../../kit/form/useForm'
import { RadioGroup } from '../../../../ui/form/RadioGroup'
import { Select } from '../../../../ui/form/Select'
import { useTranslation } from '../../../../words/useTranslation'

interface Props {
  statementId: string
  onClose: () => void
}

const names = ['day', 'reference', 'description', 'amount', 'credit', 'debit'] as const satisfies (keyof Columns)[]
type Name = (typeof names)[number]
type Entry = Record<Name, string>

/** The option for no column. */
const none = 'none'

const entryOf = (columns: Columns): Entry =>
  Object.fromEntries(names.map((name) => [name, columns[name] == null ? none : String(columns[name])])) as Entry

const columnsOf = (entry: Entry, left: readonly Name[]): Columns =>
  Object.fromEntries(names.flatMap((name) => (entry[name] === none || left.includes(name) ? [] : [[name, Number(entry[name])]])))

export function ColumnsDialog({ statementId, onClose }: Props) {
  const { t } = useTranslation('bankStatements')
  const statement = useRead('GetBankStatement', { statementId })
  const { suggested } = statement
  const set = useWrite('SetBankStatementColumns')
  const form = useForm<Entry>(entryOf(suggested))
  const [kind, setKind] = useState<'one' | 'two'>(suggested.credit == null ? 'one' : 'two')
  const options = useOptions(statement)

  const send = () =>
    form.submit(async () => {
      await set.mutateAsync({ statementId, columns: columnsOf(form.values, kind === 'one' ? ['credit', 'debit'] : ['amount']) })
      onClose()
    })
  const column = (name: Name, isOptional = false) => (
    <Select
      key={name}
      {...form.field(name)}
      label={t(`columns.${name}`)}
      options={isOptional ? [{ id: none, label: t('columns.none') }, ...options] : options}
      value={form.values[name] === none && !isOptional ? null : form.values[name]}
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

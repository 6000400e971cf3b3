/** Dialogue with the whole coding of an account: its periods, each with its parts. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type AccountCoding, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import editor from '~/ui/form/Editor.module.css'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Coding.module.css'
import { atField, entryOf, newPeriod, type PeriodEntry, periodsOf, problemsOf, replaced } from './codingForm'
import { PartFields } from './PartFields'
import { useCodingUndo } from './useCodingUndo'

interface Props {
  bulkId: string
  coding: AccountCoding
  onClose: () => void
}

export function EditCoding({ bulkId, coding: live, onClose }: Props) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const today = useToday()
  // The coding when the dialogue was opened.
  const [{ accountNo, periods: before, costCentres }] = useState(live)
  const saving = useWrite('SetAccountCodings')
  const confirm = useCodingUndo(bulkId)
  const known = costCentres.map(({ code }) => code)
  const [opened] = useState(() => (before.length > 0 ? entryOf(before) : [newPeriod(`${today.slice(0, 4)}-01-01`)]))
  const form = useForm<{ periods: readonly PeriodEntry[] }>(
    { periods: opened },
    { check: ({ periods }, language) => atField('periods', problemsOf(periods, known, language)) },
  )
  const { periods } = form.values
  const problems = form.errors.length > 0 ? problemsOf(periods, known, language) : []
  const errorAt = (field: string) => problems.find(({ id }) => id === field)?.message
  const change = (next: readonly PeriodEntry[]) => form.set('periods', next)
  const save = () =>
    form.submit(async () => {
      const { replaced: coded } = await saving.mutateAsync({ id: bulkId, accounts: [{ accountNo, periods: periodsOf(periods, language) }] })
      onClose()
      confirm(t('coding.done', { account: accountNo }), coded)
    })
  return (
    <FormDialog
      title={t('coding.title', { account: accountNo })}
      lead={t('coding.lead')}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('coding.submit')}
      form={{ ...form, errors: problems }}
      calls={['SetAccountCodings']}
      size="large"
    >
      {costCentres.length === 0 && <Notice tone="warning" title={t('coding.noCentres')} />}
      <div className={styles.periods}>
        {periods.map((period, place) => {
          const number = numberShown(place + 1)
          const field = `periods.${place}`
          const set = (next: Partial<PeriodEntry>) => change(replaced(periods, period.key, { ...period, ...next }))
          return (
            <fieldset key={period.key} className={editor.group} aria-labelledby={`${field}.title`}>
              <div className={editor.head}>
                <h3 id={`${field}.title`}>{t('period.title', { number })}</h3>
                <Button
                  size="small"
                  mode="ghost"
                  icon={<Trash2 />}
                  label={t('period.remove', { number })}
                  onPress={() => change(replaced(periods, period.key, undefined))}
                />
              </div>
              <div className={`${editor.fields} ${styles.fields}`}>
                <DateField
                  id={`${field}.from`}
                  label={t('period.from')}
                  value={period.from}
                  onChange={(from) => set({ from })}
                  error={errorAt(`${field}.from`)}
                  isRequired
                />
                <DateField
                  id={`${field}.until`}
                  label={t('period.until')}
                  value={period.until}
                  onChange={(until) => set({ until })}
                  error={errorAt(`${field}.until`)}
                  isOptional
                />
              </div>
              <PartFields
                field={`${field}.parts`}
                parts={period.parts}
                centres={costCentres}
                onChange={(parts) => set({ parts })}
                errorAt={errorAt}
              />
            </fieldset>
          )
        })}
        <div>
          <Button id="periods" icon={<Plus />} onPress={() => change([...periods, newPeriod('')])}>
            {t('period.add')}
          </Button>
        </div>
      </div>
    </FormDialog>
  )
}

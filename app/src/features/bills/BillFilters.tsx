/** The filters of a list of bills, put on together. */
import { type FormEvent, useState } from 'react'
import { check } from '../../core'
import { Button } from '../../ui/Button'
import { RadioGroup } from '../../ui/RadioGroup'
import { Stack } from '../../ui/Stack'
import { TextField } from '../../ui/TextField'
import { useBulkId } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { GroupSelect } from '../groups/GroupSelect'
import styles from './Bills.module.css'
import { type BillSearch, batchesOf, groupsOf } from './billSearch'

interface Props {
  search: BillSearch
  onSearch: (change: Partial<BillSearch>) => void
  onDone: () => void
}

export function BillFilters({ search, onSearch, onDone }: Props) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const [late, setLate] = useState(search.overdue === undefined ? 'all' : search.overdue ? 'overdue' : 'notOverdue')
  const [from, setFrom] = useState(search.from ?? '')
  const [to, setTo] = useState(search.to ?? '')
  const [batches, setBatches] = useState(batchesOf(search).join(', '))
  const id = useBulkId()
  const [group, setGroup] = useState<string | null>(groupsOf(search)[0] ?? null)
  const [submitted, setSubmitted] = useState(false)

  const listed = batches.split(/[\s,;]+/).filter(Boolean)
  const wrong = {
    from: from ? check('day', from, language).error?.errorMessage : undefined,
    to: to ? check('day', to, language).error?.errorMessage : undefined,
    batches: listed.map((id) => check('batchId', id, language).error?.errorMessage).find(Boolean),
  }

  function apply(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (wrong.from || wrong.to || wrong.batches) return
    onSearch({
      overdue: late === 'all' ? undefined : late === 'overdue',
      from: from || undefined,
      to: to || undefined,
      batch: listed.join(',') || undefined,
      group: group ?? undefined,
    })
    onDone()
  }

  return (
    <form onSubmit={apply} noValidate>
      <Stack gap={4}>
        <RadioGroup
          label={t('filters.late')}
          options={(['all', 'overdue', 'notOverdue'] as const).map((id) => ({ id, title: t(`filters.${id}`) }))}
          value={late}
          onChange={setLate}
          isPlain
        />
        <div className={styles.window}>
          <DayField label={t('filters.from')} value={from} onChange={setFrom} error={submitted ? wrong.from : undefined} />
          <DayField label={t('filters.to')} value={to} onChange={setTo} error={submitted ? wrong.to : undefined} />
        </div>
        <GroupSelect id={id} label={t('filters.group')} placeholder={t('filters.anyGroup')} value={group} onChange={setGroup} />
        <TextField
          label={t('filters.batches')}
          hint={t('filters.batchesHint')}
          value={batches}
          onChange={setBatches}
          error={submitted ? wrong.batches : undefined}
          inputMode="numeric"
          isTabular
        />
        <Stack direction="along" gap={2}>
          <Button type="submit" mode="primary">
            {t('filters.apply')}
          </Button>
          <Button mode="ghost" onPress={onDone}>
            {t('filters.cancel')}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}

interface DayProps {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

function DayField(props: DayProps) {
  return <TextField {...props} type="date" isTabular />
}

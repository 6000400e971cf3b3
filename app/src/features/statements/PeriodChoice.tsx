/** Field to choose the number of months that a statement covers. */
import { RadioGroup } from '~/ui/form/RadioGroup'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  periods: readonly number[]
  value: string
  onChange: (period: string) => void
  error: string | undefined
}

/** Returns the default period: the first of at least three months, else the first. */
export const defaultPeriod = (periods: readonly number[]) => String(periods.find((months) => months >= 3) ?? periods[0] ?? '')

export function PeriodChoice({ periods, ...field }: Props) {
  const { t } = useTranslation('statements')
  return (
    <RadioGroup
      {...field}
      label={t('column.period')}
      options={periods.map((months) => ({ id: String(months), title: t('lastMonths', { count: months }) }))}
      columns={2}
      isPlain
    />
  )
}

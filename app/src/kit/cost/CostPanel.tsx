/** Cost or consumption by month: the figures of the selected month, and a chart. */
import { amountShown, type CostMonth, monthShown } from '~/core/core'
import { ChartLegend } from '~/ui/chart/ChartLegend'
import { YearChart } from '~/ui/chart/YearChart'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'
import styles from './Cost.module.css'
import { axisUnit, changeFromBefore, kwhOfDay, kwhOfMonth, percentShown, tickShown, type YearMonth } from './years'

export type Measure = 'cost' | 'kwh'

interface Props {
  measure: Measure
  months: readonly YearMonth[]
  current: number
  onCurrent: (index: number | undefined) => void
  /** Whether the figures are averages of a day instead of totals of a month. */
  isDaily?: boolean
}

const figureShown = (measure: Measure, month: CostMonth, t: Translate<'cost'>, isDaily: boolean) =>
  measure === 'cost' ? amountShown(month.cost) : t('kwh', { shown: isDaily ? kwhOfDay(month.kwh) : kwhOfMonth(month.kwh) })

export function CostPanel({ measure, months, current, onCurrent, isDaily = false }: Props) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const maximum = Math.max(...months.flatMap((month) => [Number(month[measure]), Number(month.before?.[measure] ?? 0)]))
  const unit = axisUnit(maximum)
  const last = months.length - 1
  const name = t(isDaily ? `daily.measure.${measure}` : `measure.${measure}`)
  const nameOf = ({ month }: CostMonth, index?: number) =>
    index === last && !isDaily ? t('soFar', { month: monthShown(month, language) }) : monthShown(month, language)
  const comparedWith = (month: YearMonth) => {
    const { before } = month
    if (!before) return t('noBefore')
    const percent = changeFromBefore(month, measure)
    const words = { figure: figureShown(measure, before, t, isDaily), month: monthShown(before.month, language) }
    return percent === undefined ? t('before', words) : t('change', { ...words, percent: percentShown(percent) })
  }
  const selected = months[current]
  const januaryOrFirst = ({ month }: CostMonth, index: number) =>
    month.slice(5, 7) === '01' || (index === 0 && months[1]?.month.slice(5, 7) !== '01' && months[2]?.month.slice(5, 7) !== '01')
  return (
    <figure className={styles.panel} aria-label={name}>
      <figcaption>
        <span className={styles.name}>
          {name} · {selected && nameOf(selected, current)}
        </span>
        <strong className={styles.figure}>
          {selected && selected.bills > 0 ? figureShown(measure, selected, t, isDaily) : t('noBill')}
        </strong>
        <span className={styles.compared}>{selected && comparedWith(selected)}</span>
      </figcaption>
      <ChartLegend
        keys={[
          { of: 'value', label: t('legend.year') },
          { of: 'before', label: t('legend.before') },
        ]}
        unit={t(`unit.${measure}.${unit.size}`)}
      />
      <YearChart
        label={t('choose', { measure: name })}
        points={months.map((month, index) => ({
          id: month.month,
          label: monthShown(month.month, language).split(' ')[0] ?? '',
          year: januaryOrFirst(month, index) ? month.month.slice(0, 4) : '',
          value: Number(month[measure]),
          before: month.before && Number(month.before[measure]),
          spokenText: t('said', {
            month: nameOf(month, index),
            figure: month.bills > 0 ? figureShown(measure, month, t, isDaily) : t('noBill'),
            compared: comparedWith(month),
          }),
          isPartial: index === last && !isDaily,
        }))}
        tick={(value) => tickShown(value / unit.divisor)}
        current={current}
        onCurrent={onCurrent}
      />
    </figure>
  )
}

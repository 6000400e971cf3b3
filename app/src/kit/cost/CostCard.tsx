/**
 * Cost and consumption of a bulk account, group or account: a summary, and two charts or a table. Each month is compared
 * with the same month of the previous year, so core returns 25 months.
 */
import { useState } from 'react'
import { amountShown, type CostMonth, type CostRequest, monthShown, numberShown } from '~/core/core'
import { ChartTable } from '~/ui/chart/ChartTable'
import { Card } from '~/ui/layout/Card'
import { Views } from '~/ui/layout/Views'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useRead } from '../call/read'
import styles from './Cost.module.css'
import { CostPanel, type Measure } from './CostPanel'
import {
  comparedWithBefore,
  firstBilledMonth,
  initialMonthIndex,
  kwhOfMonth,
  percentChange,
  percentShown,
  shownMonths,
  withYearBefore,
  type YearMonth,
} from './years'

interface Props {
  of: CostRequest
  level?: 2 | 3
}

const views = ['chart', 'table'] as const

export function CostCard({ of, level }: Props) {
  const { t } = useTranslation('cost')
  const { months } = useRead('GetCostByMonth', of)
  const [view, setView] = useState<string>('chart')
  const hasBills = months.some(({ bills }) => bills > 0)
  return (
    <Card
      title={t('title')}
      level={level}
      tour="cost"
      actions={
        hasBills && (
          <span data-print="hide">
            <Views label={t('view')} views={views.map((id) => ({ id, label: t(id) }))} current={view} onChange={setView} />
          </span>
        )
      }
    >
      {hasBills ? <Content months={months} view={view} /> : <p className={styles.summary}>{t('none')}</p>}
    </Card>
  )
}

function Content({ months, view }: { months: readonly CostMonth[]; view: string }) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const years = withYearBefore(months)
  const shown = years.slice(-shownMonths)
  const initial = initialMonthIndex(shown)
  const [chosen, setChosen] = useState<number>()
  const firstBilled = firstBilledMonth(months)
  const summary = useSummary(shown[initial])
  const measures: Measure[] = ['cost', 'kwh']
  return (
    <>
      <p className={styles.summary}>
        {summary} {t('byInvoice')}
        {firstBilled && ` ${t('since', { month: monthShown(firstBilled, language) })}`}
      </p>
      {view === 'chart' ? (
        <div className={styles.panels}>
          {measures.map((measure) => (
            <CostPanel key={measure} measure={measure} months={shown} current={chosen ?? initial} onCurrent={setChosen} />
          ))}
        </div>
      ) : (
        <CostTable months={years} />
      )}
    </>
  )
}

/** Summarises a month and compares its cost with the previous year. */
function useSummary(month: YearMonth | undefined): string {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  if (!month) return ''
  if (month.bills === 0) return t('summary.none', { month: monthShown(month.month, language) })
  const { before } = month
  const { kind, percent } = comparedWithBefore(month, 'cost')
  return t(`summary.${kind}`, {
    month: monthShown(month.month, language),
    cost: amountShown(month.cost),
    kwh: kwhOfMonth(month.kwh),
    percent,
    ...(before && {
      before: monthShown(before.month, language),
      costBefore: amountShown(before.cost),
      kwhBefore: kwhOfMonth(before.kwh),
    }),
  })
}

/** The 25 months as a table, newest first. */
function CostTable({ months }: { months: readonly YearMonth[] }) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const change = (percent: number | undefined) => (percent === undefined ? numberShown(null) : percentShown(percent))
  const first = months.findIndex(({ bills }) => bills > 0)
  return (
    <div className={styles.table}>
      <ChartTable caption={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('columns.month')}</th>
            <th scope="col">{t('columns.bills')}</th>
            <th scope="col">{t('columns.cost')}</th>
            <th scope="col">{t('columns.costBefore')}</th>
            <th scope="col">{t('columns.costChange')}</th>
            <th scope="col">{t('columns.kwh')}</th>
            <th scope="col">{t('columns.kwhBefore')}</th>
            <th scope="col">{t('columns.kwhChange')}</th>
          </tr>
        </thead>
        <tbody>
          {months
            .slice(first)
            .toReversed()
            .map(({ month, bills, cost, kwh: used, before }) => (
              <tr key={month}>
                <th scope="row">{monthShown(month, language)}</th>
                <td>{numberShown(bills)}</td>
                <td>{amountShown(cost)}</td>
                <td>{amountShown(before?.cost ?? null)}</td>
                <td>{change(percentChange(cost, before?.cost))}</td>
                <td>{kwhOfMonth(used)}</td>
                <td>{before ? kwhOfMonth(before.kwh) : numberShown(null)}</td>
                <td>{change(percentChange(used, before?.kwh))}</td>
              </tr>
            ))}
        </tbody>
      </ChartTable>
    </div>
  )
}

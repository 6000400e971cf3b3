/** Bills and payments of six months: a summary, and a chart or a table, as the user chooses. */
import { useState } from 'react'
import { amountShown, type BillMonth, dayPlusDays, numberShown, type PaymentMonth } from '../../core/core'
import { link } from '../../core/links'
import { Link } from '../../ui/button/Link'
import { ChartTable } from '../../ui/chart/ChartTable'
import { Views } from '../../ui/layout/Views'
import { useTranslation } from '../../words/useTranslation'
import styles from './Months.module.css'
import { MonthsChart } from './MonthsChart'

export interface Month {
  month: string
  label: string
  billed: Omit<BillMonth, 'month'>
  paid: PaymentMonth | undefined
}

const views = ['chart', 'table'] as const

export function Months({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation('home')
  const [view, setView] = useState<string>('chart')
  const summary = useSummary(months)
  return (
    <>
      <div className={styles.head}>
        <p className={styles.summary}>{summary}</p>
        <Views label={t('months.view')} views={views.map((id) => ({ id, label: t(`months.${id}`) }))} current={view} onChange={setView} />
      </div>
      {view === 'chart' ? <MonthsChart months={months} label={summary} /> : <Table months={months} />}
    </>
  )
}

/** Summarises the current month and the month with the highest bills. */
function useSummary(months: readonly Month[]): string {
  const { t } = useTranslation('home')
  const current = months.at(-1)
  const highest = [...months].sort((a, b) => Number(b.billed.amount) - Number(a.billed.amount))[0]
  if (!current || !highest || months.every(({ billed }) => billed.bills === 0)) return t('months.none')
  return t('months.summary', {
    month: current.label,
    billed: amountShown(current.billed.amount),
    paid: amountShown(current.paid?.amount ?? '0.00'),
    highest: highest.label,
    most: amountShown(highest.billed.amount),
  })
}

function Table({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation('home')
  return (
    <ChartTable caption={t('months.title')}>
      <thead>
        <tr>
          <th scope="col">{t('months.month')}</th>
          <th scope="col">{t('months.bills')}</th>
          <th scope="col">{t('months.amount')}</th>
          <th scope="col">{t('months.payments')}</th>
          <th scope="col">{t('months.paidAmount')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, label, billed, paid }) => (
          <tr key={month}>
            <th scope="row">{label}</th>
            <td>{numberShown(billed.bills)}</td>
            <td>{amountShown(billed.amount)}</td>
            <td>
              {paid && paid.payments > 0 ? (
                <Link
                  href={link('payments', { status: 'paid', from: month, to: lastDayOf(month) })}
                  aria-label={t('months.ofMonth', {
                    month: label,
                    payments: t('count.payments', { count: paid.payments, shown: numberShown(paid.payments) }),
                  })}
                >
                  {numberShown(paid.payments)}
                </Link>
              ) : (
                numberShown(0)
              )}
            </td>
            <td>{amountShown(paid?.amount ?? '0.00')}</td>
          </tr>
        ))}
      </tbody>
    </ChartTable>
  )
}

/** Day 1 plus 31 days is always in the first days of the next month. Subtracting its day number gives the last day of the month. */
function lastDayOf(month: string): string {
  const next = dayPlusDays(month, 31)
  return dayPlusDays(next, -Number(next.slice(8)))
}

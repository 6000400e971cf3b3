/** Bills and payments of six months: a summary, and a chart or a table. */
import { AxisBottom, AxisLeft } from '@visx/axis'
import { Group } from '@visx/group'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useState } from 'react'
import { amountShown, type BillMonth, dayPlusDays, numberShown, type PaymentMonth } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import chart from '~/ui/chart/Chart.module.css'
import { ChartLegend } from '~/ui/chart/ChartLegend'
import { ChartTable } from '~/ui/chart/ChartTable'
import { useWidth } from '~/ui/chart/useWidth'
import { Views } from '~/ui/layout/Views'
import { useTranslation } from '~/words/useTranslation'
import styles from './Months.module.css'

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

/** Returns a summary of the current month and of the month with the highest bills. */
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

/** Returns the last day of the month that begins on this day. 31 days later is in the next month; its day number is subtracted. */
function lastDayOf(month: string): string {
  const next = dayPlusDays(month, 31)
  return dayPlusDays(next, -Number(next.slice(8)))
}

const height = 280
const margin = { top: 12, right: 4, bottom: 28, left: 48 }

const amounts = ({ billed, paid }: Month) => ({ billed: Math.max(0, Number(billed.amount)), paid: Math.max(0, Number(paid?.amount ?? 0)) })

/** Chart with two bars for each month: billed and paid. The table view has the same figures. */
function MonthsChart({ months, label }: { months: readonly Month[]; label: string }) {
  const { t } = useTranslation('home')
  const { ref, width } = useWidth()
  const most = Math.max(1, ...months.flatMap((month) => Object.values(amounts(month))))
  const [unit, divisor] =
    most >= 2_000_000 ? (['million', 1_000_000] as const) : most >= 2_000 ? (['thousand', 1_000] as const) : (['ringgit', 1] as const)
  const x = scaleBand({
    domain: months.map(({ label }) => label),
    range: [0, Math.max(0, width - margin.left - margin.right)],
    padding: 0.25,
  })
  const y = scaleLinear({ domain: [0, most / divisor], range: [height - margin.top - margin.bottom, 0], nice: 4 })
  const inner = height - margin.top - margin.bottom
  const half = x.bandwidth() / 2
  return (
    <figure className={styles.figure} aria-label={t('months.title')}>
      <ChartLegend
        keys={[
          { of: 'value', label: t('months.billed') },
          { of: 'soft', label: t('months.paid') },
        ]}
        unit={t(`months.${unit}`)}
      />
      <div ref={ref} className={styles.plot} style={{ blockSize: height }}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={label} className={chart.svg}>
            <Group left={margin.left} top={margin.top}>
              {y.ticks(4).map((tick) => (
                <line key={tick} x1={0} x2={width - margin.left - margin.right} y1={y(tick)} y2={y(tick)} className={chart.grid} />
              ))}
              {months.map((month) => {
                const { billed, paid } = amounts(month)
                const left = x(month.label) ?? 0
                const bar = (amount: number, at: number, of: 'billed' | 'paid') => (
                  <Bar
                    className={styles.bar ?? ''}
                    data-of={of}
                    x={left + at + 1}
                    width={Math.max(0, half - 2)}
                    y={y(amount / divisor)}
                    height={Math.max(0, inner - y(amount / divisor))}
                    rx={2}
                  />
                )
                return (
                  <Group key={month.month}>
                    {bar(billed, 0, 'billed')}
                    {bar(paid, half, 'paid')}
                  </Group>
                )
              })}
              <AxisLeft
                scale={y}
                numTicks={4}
                hideAxisLine
                hideTicks
                tickFormat={(tick) => tickShown(Number(tick))}
                tickLabelProps={{ className: chart.tick ?? '' }}
              />
              <AxisBottom
                scale={x}
                top={inner}
                hideTicks
                axisLineClassName={chart.axis ?? ''}
                tickFormat={(month) => (width < 420 ? (month.split(' ')[0] ?? month) : month)}
                tickLabelProps={{ className: chart.tick ?? '' }}
              />
            </Group>
          </svg>
        )}
      </div>
    </figure>
  )
}

/** Formats a tick, with one decimal for half units. */
const tickShown = (tick: number) =>
  Number.isInteger(tick) ? numberShown(tick) : `${numberShown(Math.trunc(tick))}.${Math.round((tick % 1) * 10)}`

/**
 * Daily use and cost of an account's bills, up to the given bill: a summary, and two charts or a table. Each month is compared
 * with the period that ended a year before.
 */
import { useState } from 'react'
import { amountShown, monthShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import styles from '~/kit/cost/Cost.module.css'
import { CostPanel, type Measure } from '~/kit/cost/CostPanel'
import { changeFromBefore, comparedWithBefore, kwhOfDay, percentShown, shownMonths, type WithYearBefore } from '~/kit/cost/years'
import { Link } from '~/ui/button/Link'
import { ChartTable } from '~/ui/chart/ChartTable'
import { Card } from '~/ui/layout/Card'
import { Views } from '~/ui/layout/Views'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type DailyMonth, dailyMonths } from './daily'

const views = ['chart', 'table'] as const
const measures: Measure[] = ['kwh', 'cost']

interface Props {
  invoiceNo: string
  /** False if the bill's e-invoice was cancelled: its replacement counts. */
  isCounted: boolean
}

export function DailyCard({ invoiceNo, isCounted }: Props) {
  const { t } = useTranslation('cost')
  const { bills } = useRead('GetDailyUse', { invoiceNo })
  const [view, setView] = useState<string>('chart')
  const months = dailyMonths(bills, invoiceNo, isCounted)
  const hasBills = months.filter(({ bill }) => bill).length > 1
  return (
    <Card
      title={t('daily.title')}
      actions={
        hasBills && (
          <span data-print="hide">
            <Views label={t('view')} views={views.map((id) => ({ id, label: t(id) }))} current={view} onChange={setView} />
          </span>
        )
      }
    >
      {hasBills ? <Content months={months} view={view} /> : <p className={styles.summary}>{t('daily.none')}</p>}
    </Card>
  )
}

type Months = readonly WithYearBefore<DailyMonth>[]

function Content({ months, view }: { months: Months; view: string }) {
  const { t } = useTranslation('cost')
  const shown = months.slice(-shownMonths)
  const [chosen, setChosen] = useState<number>()
  const summary = useSummary(shown.at(-1))
  return (
    <>
      <p className={styles.summary}>
        {summary} {t('daily.byPeriod')}
      </p>
      {view === 'chart' ? (
        <div className={styles.panels}>
          {measures.map((measure) => (
            <CostPanel key={measure} measure={measure} months={shown} current={chosen ?? shown.length - 1} onCurrent={setChosen} isDaily />
          ))}
        </div>
      ) : (
        <DailyTable months={months} />
      )}
    </>
  )
}

/** Summarises the bill's month and compares its use with the previous year. */
function useSummary(month: Months[number] | undefined): string {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  if (!month?.bill) return ''
  const { before } = month
  const { kind, percent } = comparedWithBefore(month, 'kwh')
  return t(`daily.summary.${kind}`, {
    month: monthShown(month.month, language),
    cost: amountShown(month.cost),
    kwh: kwhOfDay(month.kwh),
    percent,
    ...(before && {
      before: monthShown(before.month, language),
      costBefore: amountShown(before.cost),
      kwhBefore: kwhOfDay(before.kwh),
    }),
  })
}

/** The months as a table, newest first. Months without a bill are left out. */
function DailyTable({ months }: { months: Months }) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const change = (percent: number | undefined) => (percent === undefined ? numberShown(null) : percentShown(percent))
  return (
    <div className={styles.table}>
      <ChartTable caption={t('daily.title')}>
        <thead>
          <tr>
            <th scope="col">{t('columns.month')}</th>
            <th scope="col">{t('daily.columns.bill')}</th>
            <th scope="col">{t('daily.columns.days')}</th>
            <th scope="col">{t('daily.columns.kwh')}</th>
            <th scope="col">{t('daily.columns.kwhBefore')}</th>
            <th scope="col">{t('daily.columns.kwhChange')}</th>
            <th scope="col">{t('daily.columns.cost')}</th>
            <th scope="col">{t('daily.columns.costBefore')}</th>
            <th scope="col">{t('daily.columns.costChange')}</th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map((shown) => {
            const { month, bill, periodBills, kwh, cost, before } = shown
            return (
              bill && (
                <tr key={month}>
                  <th scope="row">{monthShown(month, language)}</th>
                  <td>
                    {periodBills.map(({ invoiceNo }) => (
                      <div key={invoiceNo}>
                        <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link>
                      </div>
                    ))}
                  </td>
                  <td>{numberShown(bill.days)}</td>
                  <td>{kwhOfDay(kwh)}</td>
                  <td>{before ? kwhOfDay(before.kwh) : numberShown(null)}</td>
                  <td>{change(changeFromBefore(shown, 'kwh'))}</td>
                  <td>{amountShown(cost)}</td>
                  <td>{amountShown(before?.cost ?? null)}</td>
                  <td>{change(changeFromBefore(shown, 'cost'))}</td>
                </tr>
              )
            )
          })}
        </tbody>
      </ChartTable>
    </div>
  )
}

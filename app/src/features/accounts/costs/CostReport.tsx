/** The report by cost centre: a chart of the months, the sums by cost centre, and the rows by month, group and cost centre. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { amountShown, type CostReportPage, compareAmounts, monthShown, numberShown, sumAmounts } from '~/core/core'
import { link, paths } from '~/core/links'
import { useIsReadPending, useRead } from '~/kit/call/read'
import { axisUnit, isMonthToCome, lastFullMonthIndex, tickShown } from '~/kit/cost/years'
import { requestOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { SteadyContent } from '~/kit/page/SteadyContent'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { Link } from '~/ui/button/Link'
import { ChartLegend } from '~/ui/chart/ChartLegend'
import { ChartTable } from '~/ui/chart/ChartTable'
import { YearChart } from '~/ui/chart/YearChart'
import { Notice } from '~/ui/feedback/Notice'
import editor from '~/ui/form/Editor.module.css'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Coding.module.css'
import { CostsFrame } from './CostsFrame'
import { costReportList } from './costReportList'

const route = getRouteApi(paths.costReport)

export function CostReport() {
  const id = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const report = useList(costReportList, { search, onSearch, of: { id } })
  const { from, to } = search
  const request = { ...requestOf(costReportList, search), id, recordCount: 1 }
  const isPending = useIsReadPending('GetCostReport', request)
  return (
    <CostsFrame tab="report">
      <Stack gap={4}>
        <Boundary isPart of={`${from} ${to}`}>
          <Sums request={request} />
        </Boundary>
        <SteadyContent isSettled={!isPending}>
          <List list={report} />
        </SteadyContent>
      </Stack>
    </CostsFrame>
  )
}

function Sums({ request }: { request: { id: string; recordCount: number } }) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const report = useRead('GetCostReport', request)
  const { centres, total, uncoded, from, to } = report
  if (centres.length === 0) return null
  // The bills without a cost centre are the last. They are shown, too, so that the rows add up to the total.
  const isWhole = centres.length <= shownCentres
  const shown = isWhole ? centres : [...centres.slice(0, shownCentres - 1), ...centres.filter(({ code }) => code === null)]
  const others = centres.filter((centre) => !shown.includes(centre))
  const months = t('report.months', { from: monthShown(from, language), to: monthShown(to, language) })
  return (
    <>
      {compareAmounts(uncoded, '0.00') !== 0 && (
        <Notice tone="warning" title={t('report.uncodedSum', { amount: amountShown(uncoded) })}>
          <Link href={link('uncodedAccounts')}>{t('report.toUncoded')}</Link>
        </Notice>
      )}
      <div className={styles.sides}>
        <Card title={t('report.byMonth')}>
          <p className={editor.muted}>{months}</p>
          <Months report={report} />
        </Card>
        <Card title={t('report.byCentre')}>
          <p className={editor.muted}>{months}</p>
          <ChartTable caption={t('report.sums')}>
            <thead>
              <tr>
                <th scope="col">{t('report.centre')}</th>
                <th scope="col">{t('report.cost')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ code, name, cost }) => (
                <tr key={code ?? ''}>
                  <th scope="row">{code === null ? t('report.uncoded') : `${code} ${name ?? ''}`}</th>
                  <td>{amountShown(cost)}</td>
                </tr>
              ))}
              {others.length > 0 && (
                <tr>
                  <th scope="row">{t('report.others', { count: others.length, shown: numberShown(others.length) })}</th>
                  <td>
                    {amountShown(
                      sumAmounts(
                        others.map(({ cost }) => cost),
                        language,
                      ).value ?? null,
                    )}
                  </td>
                </tr>
              )}
              <tr>
                <th scope="row">{t('report.total')}</th>
                <td>{amountShown(total)}</td>
              </tr>
            </tbody>
          </ChartTable>
        </Card>
      </div>
    </>
  )
}

/** Rows next to the chart. The list below has all cost centres. */
const shownCentres = 12

function Months({ report: { months } }: { report: CostReportPage }) {
  const { t } = useTranslation(['costs', 'cost'])
  const language = useLanguage()
  const last = months.length - 1
  const today = useToday()
  const [chosen, setChosen] = useState<number>()
  const isPartial = (month: string) => isMonthToCome(month, today)
  const nameOf = (month: string) => {
    const name = monthShown(month, language)
    return isPartial(month) ? t('cost:soFar', { month: name }) : name
  }
  const unit = axisUnit(Math.max(...months.map(({ cost }) => Number(cost))))
  const current = Math.min(chosen ?? lastFullMonthIndex(months, isPartial), last)
  const shown = months[current]
  const said = ({ month, cost }: (typeof months)[number]) => t('report.said', { month: nameOf(month), cost: amountShown(cost) })
  return (
    <figure className={styles.chart} aria-label={t('report.byMonth')}>
      <figcaption>
        <span className={styles.days}>{shown && nameOf(shown.month)}</span>
        <strong className={styles.figure}>{shown && amountShown(shown.cost)}</strong>
      </figcaption>
      <ChartLegend keys={[{ of: 'value', label: t('report.cost') }]} unit={t(`cost:unit.cost.${unit.size}`)} />
      <YearChart
        label={t('report.choose')}
        points={months.map((month, index) => ({
          id: month.month,
          label: monthShown(month.month, language).split(' ')[0] ?? '',
          year: index === 0 || month.month.slice(5, 7) === '01' ? month.month.slice(0, 4) : '',
          value: Number(month.cost),
          before: undefined,
          isPartial: isPartial(month.month),
          spokenText: said(month),
        }))}
        tick={(value) => tickShown(value / unit.divisor)}
        current={current}
        onCurrent={setChosen}
      />
    </figure>
  )
}

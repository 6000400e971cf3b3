/** How many queries were answered in time, by the month in which the answer was due. */
import { useState } from 'react'
import { type Day, dayShown, numberShown, type QueryServiceMonth } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { BarChart } from '~/ui/chart/BarChart'
import { ChartTable } from '~/ui/chart/ChartTable'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Views } from '~/ui/layout/Views'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { inTimePercent } from './inTime'
import { QueriesFrame } from './QueriesFrame'

export function QueryService() {
  return (
    <QueriesFrame tab="service">
      <Boundary isPage>
        <Service />
      </Boundary>
    </QueriesFrame>
  )
}

function Service() {
  const { t } = useTranslation('queriesStaff')
  const months = useRead('GetQueryService', {})
  if (months.length === 0) return <EmptyState kind="nothing" title={t('service.none')} />
  return <InTime months={months} />
}

function InTime({ months }: { months: readonly QueryServiceMonth[] }) {
  const { t } = useTranslation('queriesStaff')
  const language = useLanguage()
  const [view, setView] = useState('chart')
  /** `Nov 2026` without the day. */
  const monthShown = (month: Day) => dayShown(month, language).split(' ').slice(1).join(' ')
  const due = months.reduce((sum, month) => sum + month.due, 0)
  const inTime = months.reduce((sum, month) => sum + month.inTime, 0)
  const summary = t('service.summary', { count: due, inTime: numberShown(inTime), due: numberShown(due) })
  return (
    <Card
      title={t('service.title')}
      actions={
        <Views
          label={t('service.as')}
          views={[
            { id: 'chart', label: t('service.chart') },
            { id: 'table', label: t('service.table') },
          ]}
          current={view}
          onChange={setView}
        />
      }
    >
      <Stack gap={4}>
        <p>{summary}</p>
        {view === 'chart' ? (
          <BarChart
            label={summary}
            bars={months.map((month) => ({
              id: month.month,
              label: monthShown(month.month).split(' ')[0] ?? '',
              value: inTimePercent(month),
              shown: `${inTimePercent(month)} %`,
              isCurrent: month === months.at(-1),
            }))}
          />
        ) : (
          <ChartTable caption={t('service.title')}>
            <thead>
              <tr>
                <th scope="col">{t('service.month')}</th>
                <th scope="col">{t('service.due')}</th>
                <th scope="col">{t('service.inTime')}</th>
                <th scope="col">{t('service.percent')}</th>
              </tr>
            </thead>
            <tbody>
              {months.toReversed().map((month) => (
                <tr key={month.month}>
                  <th scope="row">{monthShown(month.month)}</th>
                  <td>{numberShown(month.due)}</td>
                  <td>{numberShown(month.inTime)}</td>
                  <td>{`${inTimePercent(month)} %`}</td>
                </tr>
              ))}
            </tbody>
          </ChartTable>
        )}
      </Stack>
    </Card>
  )
}

/** The emissions of the company's electricity: a chart of the months, the sums, the factors, the method, and the rows. */
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type CarbonReportPage, dayShown, monthShown, numberShown } from '~/core/core'
import { paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { isUseToCome, kwhOfMonth, lastFullMonthIndex, tickShown } from '~/kit/cost/years'
import { requestOf, viewOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { ChartLegend } from '~/ui/chart/ChartLegend'
import { ChartTable } from '~/ui/chart/ChartTable'
import { YearChart } from '~/ui/chart/YearChart'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Views } from '~/ui/layout/Views'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Carbon.module.css'
import { carbonReportList, carbonViews } from './carbonReportList'
import { tonnesShown } from './tonnes'

const route = getRouteApi(paths.carbonReport)

export function CarbonReport() {
  const { t } = useTranslation('carbon')
  const id = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const report = useList(carbonReportList, { search, onSearch, of: { id } })
  const { from, to } = search
  useTitle(t('title'))
  return (
    <Page title={t('title')} about={t('lead')}>
      <Stack gap={4}>
        <Boundary isPart of={`${from} ${to}`} waiting={<SumsSkeleton />}>
          <Sums request={{ ...requestOf(carbonReportList, { ...search, by: undefined }), id, recordCount: 1 }} />
        </Boundary>
        <Views
          label={t('views.label')}
          current={viewOf(report.list, report.params)?.name ?? 'month'}
          onChange={(by) => report.changeParams({ by })}
          views={carbonViews.map((id) => ({ id, label: t(`views.${id}`) }))}
        />
        <List list={report} />
      </Stack>
    </Page>
  )
}

/** About as tall as the sums on a phone, so that the list below does not move on the screen. */
function SumsSkeleton() {
  const { t } = useTranslation('carbon')
  return (
    <>
      <div className={styles.sides}>
        <Card title={t('byMonth')}>
          <Skeleton height="17rem" shape="box" />
        </Card>
        <Card title={t('sums.title')}>
          <Skeleton height="13rem" shape="box" />
        </Card>
      </div>
      <Card title={t('factors.title')}>
        <Skeleton height="13rem" shape="box" />
      </Card>
    </>
  )
}

function Sums({ request }: { request: { id: string; recordCount: number } }) {
  const { t } = useTranslation('carbon')
  const report = useRead('GetCarbonReport', request)
  const { sums } = report
  if (sums.bills === 0) return <Uncounted sums={sums} />
  const isRestated = sums.kg !== sums.firstKg
  const certificates = sums.certificates.length
  const hasExcess = Number(sums.excessKwh) > 0
  return (
    <>
      {sums.isProvisional && (
        <Notice tone="warning" title={t('provisional.title')}>
          {t('provisional.body')}
        </Notice>
      )}
      {Number(sums.kwhWithoutFactor) !== 0 && (
        <Notice tone="warning" title={t('withoutFactor.title', { kwh: kwhOfMonth(sums.kwhWithoutFactor) })}>
          {t('withoutFactor.body')}
        </Notice>
      )}
      <div className={styles.sides}>
        <Card title={t('byMonth')}>
          <Months report={report} />
        </Card>
        <Card title={t('sums.title')}>
          <ChartTable caption={t('sums.caption')}>
            <tbody>
              <Figure name={t('sums.kg')}>{tonnesShown(sums.kg)}</Figure>
              <Figure name={t('sums.first')}>{tonnesShown(sums.firstKg)}</Figure>
              <Figure name={t('sums.market')}>{tonnesShown(sums.marketKg)}</Figure>
              <Figure name={t('sums.kwh')}>{kwhOfMonth(sums.kwh)}</Figure>
              {Number(sums.certifiedKwh) > 0 && <Figure name={t('sums.certified')}>{kwhOfMonth(sums.certifiedKwh)}</Figure>}
              {hasExcess && <Figure name={t('sums.excess')}>{kwhOfMonth(sums.excessKwh)}</Figure>}
              <Figure name={t('sums.bills')}>{numberShown(sums.bills)}</Figure>
              {sums.billsReplaced > 0 && <Figure name={t('sums.replaced')}>{numberShown(sums.billsReplaced)}</Figure>}
              {sums.billsWithoutKwh > 0 && <Figure name={t('sums.withoutKwh')}>{numberShown(sums.billsWithoutKwh)}</Figure>}
            </tbody>
          </ChartTable>
          <p className={styles.note}>{isRestated ? t('restated') : t('notRestated')}</p>
          <p className={styles.note}>
            {certificates === 0 ? t('noCertificates') : t('certificates', { count: certificates, shown: numberShown(certificates) })}
            {hasExcess && ` ${t('excess')}`}
          </p>
        </Card>
      </div>
      <Sources report={report} />
    </>
  )
}

/** Says why a report without any use is empty although there are bills. */
function Uncounted({ sums: { billsWithoutKwh, billsReplaced } }: Pick<CarbonReportPage, 'sums'>) {
  const { t } = useTranslation('carbon')
  if (billsWithoutKwh === 0 && billsReplaced === 0) return null
  return (
    <Notice tone="warning" title={t('uncounted.title')}>
      {billsWithoutKwh > 0 && <p>{t('uncounted.withoutKwh', { count: billsWithoutKwh, shown: numberShown(billsWithoutKwh) })}</p>}
      {billsReplaced > 0 && <p>{t('uncounted.replaced', { count: billsReplaced, shown: numberShown(billsReplaced) })}</p>}
    </Notice>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  )
}

function Months({ report: { sums } }: { report: CarbonReportPage }) {
  const { t } = useTranslation('carbon')
  const language = useLanguage()
  const today = useToday()
  const { months } = sums
  const [chosen, setChosen] = useState<number>()
  const isPartial = (month: string) => isUseToCome(month, today)
  const current = Math.min(chosen ?? lastFullMonthIndex(months, isPartial), months.length - 1)
  const shown = months[current]
  const nameOf = (month: string) => {
    const name = monthShown(month, language)
    return isPartial(month) ? t('soFar', { month: name }) : name
  }
  return (
    <figure className={styles.chart} aria-label={t('byMonth')}>
      <figcaption>
        <span className={styles.month}>{shown && nameOf(shown.month)}</span>
        <strong className={styles.figure}>{shown && t('tonnes', { tonnes: tonnesShown(shown.kg) })}</strong>
      </figcaption>
      <ChartLegend keys={[{ of: 'value', label: t('title') }]} unit={t('columns.kg')} />
      <YearChart
        label={t('choose')}
        points={months.map(({ month, kg, firstKg }, index) => ({
          id: month,
          label: monthShown(month, language).split(' ')[0] ?? '',
          year: month.endsWith('-01-01') || (index === 0 && !months[1]?.month.endsWith('-01-01')) ? month.slice(0, 4) : '',
          value: kg / 1000,
          before: undefined,
          spokenText: t('said', { month: nameOf(month), tonnes: tonnesShown(kg), first: tonnesShown(firstKg) }),
          isPartial: isPartial(month),
        }))}
        tick={tickShown}
        current={current}
        onCurrent={setChosen}
      />
    </figure>
  )
}

/** The factors that the report uses, and the method. */
function Sources({ report: { sums, method } }: { report: CarbonReportPage }) {
  const { t } = useTranslation('carbon')
  const language = useLanguage()
  return (
    <>
      {sums.factors.length > 0 && (
        <Card title={t('factors.title')}>
          <ChartTable caption={t('factors.caption')}>
            <thead>
              <tr>
                <th scope="col">{t('columns.grid')}</th>
                <th scope="col">{t('factors.factor')}</th>
                <th scope="col">{t('factors.from')}</th>
                <th scope="col">{t('factors.published')}</th>
                <th scope="col">{t('factors.status')}</th>
                <th scope="col">{t('factors.kwh')}</th>
                <th scope="col">{t('factors.firstKwh')}</th>
              </tr>
            </thead>
            <tbody>
              {sums.factors.map(({ factor: { region, factor, from, published, isProvisional }, kwh, firstKwh }) => (
                <tr key={`${region} ${from} ${published}`}>
                  <th scope="row">{t(`grids.${region}`)}</th>
                  <td>{factor}</td>
                  <td>{dayShown(from, language)}</td>
                  <td>{dayShown(published, language)}</td>
                  <td>{isProvisional ? t('factors.provisional') : t('factors.final')}</td>
                  <td>{kwhOfMonth(kwh)}</td>
                  <td>{kwhOfMonth(firstKwh)}</td>
                </tr>
              ))}
            </tbody>
          </ChartTable>
          <ul className={styles.sentences} aria-label={t('factors.sources')}>
            {[...new Set(sums.factors.map(({ factor }) => factor.source))].map((source) => (
              <li key={source}>{source}</li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={t('method')}>
        <ul className={styles.sentences}>
          {method.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Card>
    </>
  )
}

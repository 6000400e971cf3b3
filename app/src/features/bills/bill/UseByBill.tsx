/** The account's consumption in its bills of the last thirteen periods, as a chart or a table. */
import { useState } from 'react'
import { type BillDetails, dayShown } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { BarChart } from '~/ui/chart/BarChart'
import { Card } from '~/ui/layout/Card'
import { Views } from '~/ui/layout/Views'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { grouped } from '../billItems'
import styles from './Lines.module.css'

export function UseByBill({ details: { useByBill, bill } }: { details: BillDetails }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const [view, setView] = useState('chart')
  const most = useByBill.reduce((most, one) => (Number(one.kwh) > Number(most.kwh) ? one : most), useByBill[0] ?? { kwh: '0', until: '' })
  const current = useByBill.find(({ invoiceNo }) => invoiceNo === bill.invoiceNo)
  if (useByBill.length < 2 || !current) return null
  const said = t('details.usedSummary', {
    kwh: grouped(current.kwh),
    most: grouped(most.kwh),
    until: dayShown(most.until, language),
    bills: useByBill.length,
  })
  return (
    <Card
      title={t('details.usedTitle')}
      actions={
        <span data-print="hide">
          <Views
            label={t('details.usedAs')}
            views={[
              { id: 'chart', label: t('details.asChart') },
              { id: 'table', label: t('details.asTable') },
            ]}
            current={view}
            onChange={setView}
          />
        </span>
      }
    >
      <p className={styles.said}>{said}</p>
      {view === 'chart' ? (
        <BarChart
          label={said}
          bars={useByBill.map(({ invoiceNo, until, kwh }) => ({
            id: invoiceNo,
            label: dayShown(until, language).split(' ')[1] ?? '',
            value: Number(kwh),
            shown: grouped(kwh),
            isCurrent: invoiceNo === bill.invoiceNo,
          }))}
        />
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('details.usedUntil')}</th>
              <th scope="col">{t('columns.invoice')}</th>
              <th scope="col" className={styles.end}>
                {t('details.usedKwh')}
              </th>
            </tr>
          </thead>
          <tbody>
            {useByBill.toReversed().map(({ invoiceNo, until, kwh }) => (
              <tr key={invoiceNo}>
                <th scope="row" className={styles.line}>
                  {dayShown(until, language)}
                </th>
                <td>{invoiceNo === bill.invoiceNo ? invoiceNo : <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link>}</td>
                <td className={styles.end}>{grouped(kwh)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** The 25 months as a table, newest first. */
import { amountShown, monthShown, numberShown } from '../../core/core'
import { ChartTable } from '../../ui/chart/ChartTable'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import styles from './Cost.module.css'
import { percentMore, percentShown, type YearMonth } from './years'

export function CostTable({ months }: { months: readonly YearMonth[] }) {
  const { t } = useTranslation('cost')
  const language = useLanguage()
  const kwh = (of: string) => numberShown(Math.max(0, Math.round(Number(of))))
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
                <td>{change(percentMore(cost, before?.cost))}</td>
                <td>{kwh(used)}</td>
                <td>{before ? kwh(before.kwh) : numberShown(null)}</td>
                <td>{change(percentMore(used, before?.kwh))}</td>
              </tr>
            ))}
        </tbody>
      </ChartTable>
    </div>
  )
}

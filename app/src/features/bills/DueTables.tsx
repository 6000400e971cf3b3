/** The weeks and batches of the calendar, as of the chosen day. Each links to its bills. */
import { amountShown, type BatchOn, type DueWeek, dayShown } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { StatusBadge, type Tone } from '~/ui/feedback/StatusBadge'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './DueCalendar.module.css'
import { useBillCount } from './useBillCount'

/** A week or a batch: its state and the payable amount. */
interface DueRow {
  id: string
  name: string
  href?: string
  /** Shown next to the name. */
  beside?: string | undefined
  tone: Tone
  /** Undefined if there is no state to show. */
  word: string | undefined
  bills: number
  payable: string
  /** Shown under the payable amount. */
  under?: string | undefined
  isCurrent?: boolean
}

export function DueWeeks({ weeks, day }: { weeks: readonly DueWeek[]; day: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const rows = weeks.map(({ days, state, tone, payable, inPayment }): DueRow => {
    const isCurrent = days !== null && days.from <= day && day <= days.to
    return {
      id: days?.from ?? '',
      name: days ? t('calendar.days', { from: dayShown(days.from, language), to: dayShown(days.to, language) }) : t('calendar.noDueDate'),
      ...(days && { href: link('outstandingBills', { ...(payable.bills === 0 && { show: 'all' }), ...days }) }),
      beside: isCurrent ? t('calendar.thisWeek') : undefined,
      tone,
      word: days ? state : undefined,
      bills: payable.bills,
      payable: payable.amount,
      under: inPayment.bills > 0 ? t('batches.inPayment', { amount: amountShown(inPayment.amount) }) : undefined,
      isCurrent,
    }
  })
  return <DueTable what={t('calendar.week')} rows={rows} />
}

export function DueBatches({ batches }: { batches: readonly BatchOn[] }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const rows = batches.map(({ billBatchId, extractionDate, tone, word, days, bills, payable }): DueRow => {
    const age = t('batches.age', { count: days, shown: String(days) })
    const isPayable = payable.bills > 0
    return {
      id: billBatchId,
      name: billBatchId,
      href: link('outstandingBills', { show: 'all', batch: billBatchId }),
      beside: [t('calendar.extracted', { day: dayShown(extractionDate, language) }), (word || !isPayable) && age]
        .filter(Boolean)
        .join(' · '),
      tone,
      // A batch without payable bills asks for nothing, however old it is.
      word: isPayable ? (word ?? age) : undefined,
      bills,
      payable: payable.amount,
    }
  })
  return <DueTable what={t('columns.batch')} rows={rows} />
}

function DueTable({ what, rows }: { what: string; rows: readonly DueRow[] }) {
  const { t } = useTranslation('bills')
  const ofBills = useBillCount()
  const most = Math.max(1, ...rows.map(({ payable }) => Number(payable)))
  return (
    <div className={styles.tableRoom}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col" className={styles.end}>
              {t('figures.owed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, href, beside, tone, word, bills, payable, under, isCurrent }) => (
            <tr key={id} data-current={isCurrent || undefined} aria-current={isCurrent ? 'date' : undefined}>
              <th scope="row">
                <span className={styles.row}>
                  <span className={styles.name}>
                    {href ? <Link href={href}>{name}</Link> : name}{' '}
                    <span className={styles.quiet}>{[ofBills(bills), beside].filter(Boolean).join(' · ')}</span>
                  </span>{' '}
                  {word && (
                    <span className={styles.state}>
                      <StatusBadge tone={tone}>{word}</StatusBadge>
                    </span>
                  )}
                </span>
              </th>
              <td className={styles.end}>
                <TwoLines first={amountShown(payable)} second={under} />
                <span className={styles.room} aria-hidden="true">
                  <span className={styles.bar} data-tone={tone} style={{ inlineSize: `${(Math.max(0, Number(payable)) / most) * 100}%` }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

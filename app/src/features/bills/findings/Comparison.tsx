/** A finding's bill next to the bill that proves it, or else next to the account's previous bill. */
import { amountShown, type DailyBill, type Day, dayShown, type InvoiceNo, type ListedFinding } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Link } from '~/ui/button/Link'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from '../bill/Lines.module.css'
import { grouped } from '../billItems'
import { comparedBills } from './compared'

/** Says so if the bill has no period, or if there is no other bill to compare it with. */
export function Comparison({
  finding: { invoiceNo, proof, ruleGroup },
}: {
  finding: Pick<ListedFinding, 'invoiceNo' | 'proof' | 'ruleGroup'>
}) {
  const { t } = useTranslation(['findings', 'bills'])
  const language = useLanguage()
  const { bills } = useRead('GetDailyUse', { invoiceNo })
  const compared = comparedBills(bills, invoiceNo, proof)
  if (!compared) {
    const hasPeriod = bills.some((bill) => bill.invoiceNo === invoiceNo)
    return <p>{t(hasPeriod ? 'compare.none' : 'compare.noPeriod')}</p>
  }
  const { own, other, isProof } = compared
  /** Formats a day so that it does not break across lines. */
  const day = (one: Day) => dayShown(one, language).replaceAll(' ', '\u00a0')
  const kwh = (figure: string | null) => figure && t('bills:details.kwh', { shown: grouped(figure) })
  const rows: readonly (readonly [label: string, value: (bill: DailyBill) => string | null])[] = [
    [t('compare.invoiced'), ({ invoiceDate }) => dayShown(invoiceDate, language)],
    [t('compare.period'), ({ first, last }) => t('compare.periodShown', { from: day(first), to: day(last) })],
    [t('compare.days'), ({ days }) => String(days)],
    [t('compare.tariff'), ({ tariff }) => tariff],
    [t('compare.kwh'), ({ kwh: used }) => kwh(used)],
    [t('compare.kwhADay'), ({ kwhADay }) => kwh(kwhADay)],
    [t('compare.costADay'), ({ costADay }) => amountShown(costADay)],
    [t('compare.current'), ({ currentCharge }) => amountShown(currentCharge)],
    [t('compare.total'), ({ totalAmountPayable }) => amountShown(totalAmountPayable)],
  ]
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t(isProof ? 'compare.withProof' : 'compare.withPrevious')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className={styles.end}>
            {t('compare.thisBill')}
          </th>
          <th scope="col" className={styles.end}>
            <Link href={link('bill', { invoiceNo: other.invoiceNo })}>{other.invoiceNo}</Link>
          </th>
        </tr>
      </thead>
      <tbody>
        {ruleGroup === 'readings' && <ReadingRows own={own.invoiceNo} other={other.invoiceNo} />}
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={styles.compared}>{value(own) ?? amountShown(null)}</td>
            <td className={styles.compared}>{value(other) ?? amountShown(null)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The opening and closing reading of each meter register, on both bills. A register of one bill only has no reading on the other. */
function ReadingRows({ own, other }: { own: InvoiceNo; other: InvoiceNo }) {
  const { t } = useTranslation(['findings', 'bills'])
  const readings = useRead('GetBillDetails', { invoiceNo: own }).charges?.readings ?? []
  const others = useRead('GetBillDetails', { invoiceNo: other }).charges?.readings ?? []
  return readings.flatMap(({ register, previous, current }) => {
    const of = others.find((one) => one.register === register)
    const rows = [
      { label: t('bills:details.previous'), ofOwn: previous, ofOther: of?.previous },
      { label: t('bills:details.now'), ofOwn: current, ofOther: of?.current },
    ]
    return rows.map(({ label, ofOwn, ofOther }) => (
      <tr key={`${register} ${label}`}>
        <th scope="row">{readings.length > 1 ? t('compare.reading', { label, register }) : label}</th>
        <td className={styles.compared}>{ofOwn}</td>
        <td className={styles.compared}>{ofOther ?? amountShown(null)}</td>
      </tr>
    ))
  })
}

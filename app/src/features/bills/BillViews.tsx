/** Views above the lists of bills: the payable bills, and the rest with the reasons why they cannot be paid. */

import type { ReactNode } from 'react'
import { type Countable, type LeftOut, numberShown } from '~/core/core'
import { viewOf } from '~/kit/list/declare'
import type { ListState } from '~/kit/list/useList'
import { countHeld } from '~/kit/paying/hold'
import { Views } from '~/ui/layout/Views'
import { useTranslation } from '~/words/useTranslation'
import styles from './BillViews.module.css'
import { type BillView, billViews } from './billList'

/** The number of bills in each view. */
type Counts = { [View in BillView]?: number | undefined }

interface Props<Row> {
  listed: Pick<ListState<Row>, 'list' | 'params' | 'changeParams'>
  label: string
  counts: Counts
  leftOut?: readonly LeftOut[] | undefined
  /** Actions next to the views. */
  beside?: ReactNode
}

export function BillViews<Row>({ listed, label, counts, leftOut = [], beside }: Props<Row>) {
  const { t } = useTranslation('bills')
  const { list, params, changeParams } = listed
  const current = viewOf(list, params)?.name ?? 'all'
  const held = countHeld(leftOut)
  const count = leftOut.reduce((sum, { count }) => sum + count, 0) - held
  const reasons = leftOut.flatMap(({ reason, count }) => (isReason(reason) ? t(`reasons.${reason}`, { shown: numberShown(count) }) : []))
  return (
    <div className={styles.views}>
      {beside}
      <Views
        label={label}
        current={current}
        onChange={(show) => changeParams({ show })}
        views={billViews.map((id) => ({
          id,
          label: t(`views.${id}`),
          count: counts[id] === undefined ? undefined : numberShown(counts[id]),
        }))}
      />
      {/* the reasons are shown only in the view of the bills they concern */}
      {count > 0 && current === 'rest' && (
        <p className={styles.reasons}>{t('rest', { count, shown: numberShown(count), reasons: reasons.join(', ') })}</p>
      )}
      {held > 0 && current === 'payable' && <p className={styles.reasons}>{t('hold.inView', { count: held, shown: numberShown(held) })}</p>}
    </div>
  )
}

/** The count of each view, from an answer that counts bills. */
export const countsOf = (found: Countable | undefined): Counts => {
  if (!found) return {}
  const held = countHeld(found.leftOut)
  const rest = found.leftOut.reduce((sum, { count }) => sum + count, 0) - held
  // Bills on hold can be paid, one at a time.
  return { payable: found.bills + held, rest, all: found.bills + held + rest }
}

const reasons = [
  'billInPayment',
  'billPaymentDisabled',
  'billNothingDue',
  'billNoCurrentCharge',
  'billPaid',
  'billPartlyPaid',
  'billReportedPaid',
  'billPaidElsewhere',
  'billCarried',
] as const
type Reason = (typeof reasons)[number]
const isReason = (code: LeftOut['reason']): code is Reason => (reasons as readonly string[]).includes(code)

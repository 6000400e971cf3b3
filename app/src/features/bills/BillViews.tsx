/** Over the lists of bills: what can be paid, and the rest with its reasons, each one press away. */

import { type Countable, countShown, type LeftOut } from '../../core/core'
import { viewOf } from '../../kit/list/declare'
import type { Listed } from '../../kit/list/useList'
import { Views } from '../../ui/layout/Views'
import { useTranslation } from '../../words/useTranslation'
import styles from './BillViews.module.css'
import { type BillView, billViews } from './billList'

/** How many there are of each. */
type Counts = { [View in BillView]?: number | undefined }

interface Props<Row> {
  listed: Pick<Listed<Row>, 'list' | 'said' | 'onSay'>
  label: string
  counts: Counts
  /** While it is on its way, its line keeps its place. */
  leftOut?: readonly LeftOut[] | 'awaited'
}

export function BillViews<Row>({ listed, label, counts, leftOut: found = [] }: Props<Row>) {
  const { t } = useTranslation('bills')
  const { list, said, onSay } = listed
  const current = viewOf(list, said)?.name ?? 'all'
  const isAwaited = found === 'awaited'
  const leftOut = isAwaited ? [] : found
  const count = leftOut.reduce((sum, { count }) => sum + count, 0)
  const reasons = leftOut.flatMap(({ reason, count }) => (isReason(reason) ? t(`reasons.${reason}`, { shown: plain(count) }) : []))
  return (
    <div className={styles.views}>
      <Views
        label={label}
        current={current}
        onChange={(show) => onSay({ show })}
        views={billViews.map((id) => ({ id, label: t(`views.${id}`), count: counts[id] === undefined ? undefined : plain(counts[id]) }))}
      />
      {(isAwaited || count > 0) && (
        <p className={styles.reasons}>{count > 0 && t('rest', { count, shown: plain(count), reasons: reasons.join(', ') })}</p>
      )}
    </div>
  )
}

/** How many of each view, of what counts bills. */
export const countsOf = (found: Countable | undefined): Counts => {
  if (!found) return {}
  const rest = found.leftOut.reduce((sum, { count }) => sum + count, 0)
  return { payable: found.bills, rest, all: found.bills + rest }
}

/** Beside words a count is not padded. */
const plain = (count: number) => countShown(count).replace(/^0(?=\d$)/, '')

const reasons = ['billInPayment', 'billPaymentDisabled', 'billNothingDue', 'billNoCurrentCharge', 'billPaid'] as const
type Reason = (typeof reasons)[number]
const isReason = (code: LeftOut['reason']): code is Reason => (reasons as readonly string[]).includes(code)

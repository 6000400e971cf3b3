/** Chosen bills that were paid or changed meanwhile. Nothing leaves the selection before the person has seen it. */

import { Link } from '@tanstack/react-router'
import { amountShown, countShown, type InvoiceNo } from '../../core/core'
import { paths } from '../../core/links'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/feedback/Notice'
import { useTranslation } from '../../words/useTranslation'
import { asNow, useSince } from './changes'
import { Reasons } from './LeftOutNotice'
import styles from './Pay.module.css'
import { useChosen } from './selection'

/** The most that are named; the rest are counted. */
const named = 10

export function SinceNotice() {
  const { t } = useTranslation('paymentsMaking')
  const [bills, setBills] = useChosen()
  const since = useSince()
  const { gone, why, changed } = since
  if (gone.length + changed.length === 0) return null
  return (
    <div className={styles.since}>
      <Notice
        tone="warning"
        isAnnounced
        title={t('since.title', { count: gone.length + changed.length, shown: countShown(gone.length + changed.length) })}
        actions={
          <Button size="small" onPress={() => setBills(asNow(bills, since))}>
            {t(gone.length === 0 ? 'since.update' : changed.length === 0 ? 'since.takeOut' : 'since.bringUpToDate')}
          </Button>
        }
      >
        {gone.length > 0 && <Reasons leftOut={why} />}
        {gone.length > 0 && (
          <ul className={styles.invoices}>
            {gone.slice(0, named).map((invoiceNo) => (
              <li key={invoiceNo}>
                <Invoice invoiceNo={invoiceNo} />
              </li>
            ))}
            <More count={gone.length - named} />
          </ul>
        )}
        {changed.length > 0 && (
          <ul className={styles.reasons}>
            {changed.slice(0, named).map(({ invoiceNo, before, now }) => (
              <li key={invoiceNo}>
                <Invoice invoiceNo={invoiceNo} /> {t('since.changed', { before: amountShown(before), now: amountShown(now) })}
              </li>
            ))}
            <More count={changed.length - named} />
          </ul>
        )}
      </Notice>
    </div>
  )
}

function Invoice({ invoiceNo }: { invoiceNo: InvoiceNo }) {
  return (
    <Link to={paths.bill} params={{ invoiceNo }}>
      {invoiceNo}
    </Link>
  )
}

function More({ count }: { count: number }) {
  const { t } = useTranslation('paymentsMaking')
  return count > 0 && <li>{t('since.more', { count, shown: countShown(count) })}</li>
}

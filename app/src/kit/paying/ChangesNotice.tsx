/**
 * Shows which chosen bills were paid or changed after the user chose them. They stay selected until the user updates the
 * selection.
 */

import { amountShown, type InvoiceNo, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { useQueryData } from '../call/read'
import { Boundary } from '../page/Boundary'
import { useChanges, useSelectionQuery } from './changes'
import { withChanges } from './compare'
import { Reasons } from './LeftOutNotice'
import styles from './Pay.module.css'
import { useChosen, useTakenOut } from './selection'

/** Maximum bills that the notice names; the rest are counted. */
const MAX_NAMED = 10

export function ChangesNotice() {
  return (
    <Boundary isPart waiting={null}>
      <Changed />
    </Boundary>
  )
}

function Changed() {
  const { t } = useTranslation('paying')
  const [, setBills] = useChosen()
  const [, takeOut] = useTakenOut()
  const changes = useChanges(useQueryData(useSelectionQuery()))
  const { gone, why, changed } = changes
  if (gone.length + changed.length === 0) return null
  function update() {
    // The server counts the reasons. With several, that of each bill is not known.
    const reason = why.length === 1 && why[0]?.count === gone.length ? why[0].reason : 'gone'
    takeOut(new Map(gone.map((invoiceNo) => [invoiceNo, reason])))
    setBills((before) => withChanges(before, changes))
  }
  return (
    <div className={styles.since}>
      <Notice
        tone="warning"
        isAnnounced
        title={t('since.title', { count: gone.length + changed.length, shown: numberShown(gone.length + changed.length) })}
        actions={
          <Button size="small" onPress={update}>
            {t(gone.length === 0 ? 'since.update' : changed.length === 0 ? 'since.takeOut' : 'since.bringUpToDate')}
          </Button>
        }
      >
        {why.length > 0 && <Reasons leftOut={why} />}
        {gone.length > 0 && (
          <ul className={styles.invoices}>
            {gone.slice(0, MAX_NAMED).map((invoiceNo) => (
              <li key={invoiceNo}>
                <Invoice invoiceNo={invoiceNo} />
              </li>
            ))}
            <More count={gone.length - MAX_NAMED} />
          </ul>
        )}
        {changed.length > 0 && (
          <ul className={styles.reasons}>
            {changed.slice(0, MAX_NAMED).map(({ invoiceNo, before, now }) => (
              <li key={invoiceNo}>
                <Invoice invoiceNo={invoiceNo} /> {t('since.changed', { before: amountShown(before), now: amountShown(now) })}
              </li>
            ))}
            <More count={changed.length - MAX_NAMED} />
          </ul>
        )}
      </Notice>
    </div>
  )
}

const Invoice = ({ invoiceNo }: { invoiceNo: InvoiceNo }) => <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link>

function More({ count }: { count: number }) {
  const { t } = useTranslation('paying')
  return count > 0 && <li>{t('since.more', { count, shown: numberShown(count) })}</li>
}

/** The payment groups above the list of payments: each as one line, with how far it is. */
import { useState } from 'react'
import { amountShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { useTranslation } from '~/words/useTranslation'
import styles from './Group.module.css'
import { groupTone, progressOf } from './groupWords'

/** Groups that are shown at first. */
const few = 3
/** The server's maximum for one answer. */
const most = 1000

export function PaymentGroups() {
  const { t } = useTranslation('payments')
  const id = useBulkId()
  const [isWhole, setWhole] = useState(false)
  const found = useOptionalRead('GetPaymentGroups', { id, recordCount: isWhole ? most : few })
  if (!found || found.total === 0) return null
  const { groups, total } = found
  return (
    <Card
      title={t('group.list')}
      actions={
        total > groups.length &&
        !isWhole && (
          <Button size="small" mode="ghost" onPress={() => setWhole(true)}>
            {t('group.showAll', { count: total, shown: numberShown(total) })}
          </Button>
        )
      }
    >
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.groupNo} className={styles.group}>
            <span>
              <Link href={link('paymentGroup', { groupNo: group.groupNo })}>{group.groupNo}</Link>
              <span className={styles.under}>
                {t('group.line', { amount: amountShown(group.totalAmount), count: group.payments, shown: numberShown(group.payments) })}
              </span>
            </span>
            <StatusBadge tone={groupTone(group)}>{progressOf(t, group)}</StatusBadge>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The payment groups above the list of payments: each as one line, with how far it is. */
import { useState } from 'react'
import { amountShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { messageOf } from '~/kit/call/api'
import { queries } from '~/kit/call/queries'
import { callQuery, useOptionalRead } from '~/kit/call/read'
import { useAction } from '~/kit/call/write'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { toasts } from '~/ui/feedback/toastQueue'
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
  const first = useOptionalRead('GetPaymentGroups', { id, recordCount: few })
  const whole = useOptionalRead('GetPaymentGroups', { id, recordCount: most }, isWhole)
  const found = whole ?? first
  // The first groups stay until all are loaded, and after a failure.
  const showAll = useAction(() => queries.fetchQuery(callQuery('GetPaymentGroups', { id, recordCount: most })), {
    onSuccess: () => setWhole(true),
    onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
  })
  if (!found || found.total === 0) return null
  const { groups, total } = found
  return (
    <Card
      title={t('group.list')}
      actions={
        total > groups.length &&
        !isWhole && (
          <Button size="small" mode="ghost" onPress={() => showAll.mutate()} isLoading={showAll.isPending}>
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

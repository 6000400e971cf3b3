/** Where EFT transfers go. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../../kit/call/api'
import { useCall } from '../../../../kit/call/useCall'
import styles from '../../../../kit/paying/Pay.module.css'
import { useBulkId } from '../../../../kit/session/useProfile'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/feedback/Notice'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { Card } from '../../../../ui/layout/Card'
import { VisuallyHidden } from '../../../../ui/text/VisuallyHidden'
import { useTranslation } from '../../../../words/useTranslation'

export function VirtualAccount() {
  const { t } = useTranslation('paymentsMaking')
  const { t: common } = useTranslation()
  const bulkId = useBulkId()
  const { data, error, refetch } = useCall('GetTNBVirtualAccountNo', { bulkId })
  const [isCopied, setIsCopied] = useState(false)
  if (error && !data) {
    return (
      <Notice
        tone="bad"
        title={t('account.failed')}
        actions={
          <Button size="small" onPress={() => void refetch()}>
            {common('ui.tryAgain')}
          </Button>
        }
      >
        {messageOf(error)}
      </Notice>
    )
  }
  if (!data) return <Skeleton height="6rem" />
  async function copy(number: string) {
    await navigator.clipboard.writeText(number)
    setIsCopied(true)
  }
  return (
    <Card title={t('account.title')} level={2}>
      <div className={styles.account}>
        <div>
          <strong>{data.virtualAccountNo}</strong>
          <p>{t('account.at', { bank: data.bankName, holder: data.accountHolder })}</p>
        </div>
        <Button icon={isCopied ? <Check /> : <Copy />} onPress={() => void copy(data.virtualAccountNo)}>
          {t(isCopied ? 'account.copied' : 'account.copy')}
        </Button>
        <VisuallyHidden role="status">{isCopied ? t('account.copied') : ''}</VisuallyHidden>
      </div>
    </Card>
  )
}

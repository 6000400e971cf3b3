/** Where EFT transfers go. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../../../kit/call/read'
import { Boundary } from '../../../../kit/page/Boundary'
import styles from '../../../../kit/paying/Pay.module.css'
import { useBulkId } from '../../../../kit/session/useProfile'
import { Button } from '../../../../ui/button/Button'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { Card } from '../../../../ui/layout/Card'
import { VisuallyHidden } from '../../../../ui/text/VisuallyHidden'
import { useTranslation } from '../../../../words/useTranslation'

export function VirtualAccount() {
  const { t } = useTranslation('paymentsMaking')
  return (
    <Boundary isPart failure={t('account.failed')} waiting={<Skeleton height="6rem" />}>
      <Account />
    </Boundary>
  )
}

function Account() {
  const { t } = useTranslation('paymentsMaking')
  const { virtualAccountNo, bankName, accountHolder } = useRead('GetTNBVirtualAccountNo', { bulkId: useBulkId() })
  const [isCopied, setIsCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(virtualAccountNo)
    setIsCopied(true)
  }
  return (
    <Card title={t('account.title')} level={2}>
      <div className={styles.account}>
        <div>
          <strong>{virtualAccountNo}</strong>
          <p>{t('account.at', { bank: bankName, holder: accountHolder })}</p>
        </div>
        <Button icon={isCopied ? <Check /> : <Copy />} onPress={() => void copy()}>
          {t(isCopied ? 'account.copied' : 'account.copy')}
        </Button>
        <VisuallyHidden role="status">{isCopied ? t('account.copied') : ''}</VisuallyHidden>
      </div>
    </Card>
  )
}

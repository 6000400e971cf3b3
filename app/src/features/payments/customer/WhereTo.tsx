/** Where the money goes before its number is entered here: the utility's account, or a cheque in its name. */

import { amountShown, type Money, type PaymentMethod } from '../../../core/core'
import { useCall } from '../../../kit/call/useCall'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'

export function WhereTo({ method, amount }: { method: PaymentMethod; amount: Money }) {
  const { t } = useTranslation('payments')
  const { data: account } = useCall('GetTNBVirtualAccountNo', {})
  if (!account) return null
  const where = { amount: amountShown(amount), account: account.virtualAccountNo, bank: account.bankName, holder: account.accountHolder }
  return <Notice>{method === 'CHEQUE' ? t('difference.writeCheque', where) : t('difference.transfer', where)}</Notice>
}

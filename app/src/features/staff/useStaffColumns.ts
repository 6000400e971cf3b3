/** The columns of the staff's lists. */
import { useMemo } from 'react'
import type { Transaction } from '../../core'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { paymentColumns } from '../payments/columns'

export const paymentHref = ({ transactionNo }: Transaction) => `/admin/payments/${transactionNo}`

export function useStaffColumns(isOfOneStatus: boolean) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  return useMemo(
    () => paymentColumns(t, language, 'staff').filter(({ id }) => !(isOfOneStatus && id === 'status')),
    [t, language, isOfOneStatus],
  )
}

/** The bank that pays. One that the gateway does not reach is shown, and cannot be chosen for FPX. */

import type { UseQueryResult } from '@tanstack/react-query'
import type { Bank, BankId, PaymentMethod } from '../../../../core/core'
import { messageOf } from '../../../../kit/call/api'
import { Button } from '../../../../ui/button/Button'
import { Notice } from '../../../../ui/feedback/Notice'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { SearchSelect } from '../../../../ui/form/SearchSelect'
import { useTranslation } from '../../../../words/useTranslation'

interface Props {
  method: PaymentMethod
  banks: UseQueryResult<Bank[]>
  value: BankId | null
  onChange: (bank: BankId | null) => void
  error: string | undefined
}

export function BankChoice({ method, banks, value, onChange, error }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const { t: common } = useTranslation()
  if (!banks.data && banks.error) {
    return (
      <Notice
        tone="bad"
        title={t('bank.failed')}
        isAnnounced
        actions={
          <Button size="small" onPress={() => void banks.refetch()} isLoading={banks.isFetching}>
            {common('ui.tryAgain')}
          </Button>
        }
      >
        {messageOf(banks.error)}
      </Notice>
    )
  }
  if (!banks.data) return <Skeleton height="4rem" />
  return (
    <SearchSelect
      // Another method may choose other banks: the list begins anew.
      key={method === 'FPX' ? 'gateway' : 'any'}
      id="bankId"
      label={t('bank.label')}
      placeholder={t('bank.placeholder')}
      hint={method === 'FPX' ? t('bank.hint') : undefined}
      options={banks.data.map(({ bankId, bankName, online }) => ({
        id: bankId,
        label: bankName,
        ...(method === 'FPX' && !online && { whyNot: t('bank.offline') }),
      }))}
      value={value}
      onChange={onChange}
      error={error}
      isRequired
    />
  )
}

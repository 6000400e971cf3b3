/** The bank that pays. Banks that the gateway does not reach are shown, but cannot be chosen for FPX. */

import type { BankId, PaymentMethod } from '../../../../core/core'
import { useRead } from '../../../../kit/call/read'
import { Boundary } from '../../../../kit/page/Boundary'
import { Skeleton } from '../../../../ui/feedback/Skeleton'
import { SearchSelect } from '../../../../ui/form/SearchSelect'
import { useTranslation } from '../../../../words/useTranslation'

interface Props {
  method: PaymentMethod
  value: BankId | null
  onChange: (bank: BankId | null) => void
  error: string | undefined
}

export function BankChoice(props: Props) {
  const { t } = useTranslation('paymentsMaking')
  return (
    <Boundary isPart failure={t('bank.failed')} waiting={<Skeleton height="4rem" />}>
      <Choice {...props} />
    </Boundary>
  )
}

function Choice({ method, ...field }: Props) {
  const { t } = useTranslation('paymentsMaking')
  const banks = useRead('GetBankList', {})
  return (
    <SearchSelect
      {...field}
      // The options differ between FPX and other methods, so the list is rebuilt.
      key={method === 'FPX' ? 'gateway' : 'any'}
      id="bankId"
      label={t('bank.label')}
      placeholder={t('bank.placeholder')}
      hint={method === 'FPX' ? t('bank.hint') : undefined}
      options={banks.map(({ bankId, bankName, online }) => ({
        id: bankId,
        label: bankName,
        ...(method === 'FPX' && !online && { whyNot: t('bank.offline') }),
      }))}
      isRequired
    />
  )
}

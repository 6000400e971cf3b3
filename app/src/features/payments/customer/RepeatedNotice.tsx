/** A number that another payment has already, said before anybody pays by it. */
import type { PaymentMethod, RepeatedReference } from '../../../core/core'
import { useCall } from '../../../kit/call/useCall'
import { useBulkId } from '../../../kit/session/useProfile'
import { Notice } from '../../../ui/feedback/Notice'
import { useTranslation } from '../../../words/useTranslation'
import { RepeatedReferences } from '../RepeatedReferences'

const none: readonly RepeatedReference[] = []

/** Those of the numbers that other payments have. Nobody is kept from paying because they could not be asked for. */
export function useRepeated(method: PaymentMethod | null, typed: readonly string[]) {
  const bulkId = useBulkId()
  const enabled = method !== null && method !== 'FPX'
  const numbers = typed.map((number) => number.trim())
  const asked = useCall('GetRepeatedReferences', { bulkId, paymentMethod: method ?? 'FPX', numbers }, { enabled })
  return { repeated: (enabled && asked.data?.repeated) || none, isAsking: enabled && asked.isLoading }
}

export function RepeatedNotice({ repeated }: { repeated: readonly RepeatedReference[] }) {
  const { t } = useTranslation('payments')
  if (repeated.length === 0) return null
  return (
    <Notice tone="warning" title={t('references.repeated')}>
      <RepeatedReferences repeated={repeated} audience="customer" />
      <p>{t('references.repeatedBody')}</p>
    </Notice>
  )
}

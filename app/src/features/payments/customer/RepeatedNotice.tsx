/** Warns about reference numbers that other payments already have. */
import { useState } from 'react'
import type { PaymentMethod, RepeatedReference } from '~/core/core'
import { call, messageOf } from '~/kit/call/api'
import { composedQuery, useQueryData } from '~/kit/call/read'
import type { Draft } from '~/kit/paying/draft'
import { useBulkId } from '~/kit/session/useProfile'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { RepeatedReferences } from '../RepeatedReferences'

interface Repeated {
  repeated: readonly RepeatedReference[]
  /** Why the check failed, if it did. */
  problem: string | undefined
}

const none: Repeated = { repeated: [], problem: undefined }

/**
 * Finds the numbers that other payments already have. An error is returned as `problem`, because the notice only warns and must not
 * block the payment.
 */
export function useRepeated(method: PaymentMethod | null, typed: readonly string[]): Repeated {
  const bulkId = useBulkId()
  const numbers = typed.map((number) => number.trim())
  return useQueryData(
    composedQuery('GetRepeatedReferences', [bulkId, method, numbers], (signal) => findRepeated(bulkId, method, numbers, signal)),
  )
}

/**
 * As `useRepeated`, for a form that checks its numbers when it is submitted. `check` sends the form, or keeps the repeated numbers, which
 * the form asks about.
 */
export function useRepeatedCheck(send: () => void) {
  const bulkId = useBulkId()
  const [isChecking, setIsChecking] = useState(false)
  const [repeated, setRepeated] = useState<Repeated['repeated']>([])
  async function check({ method, references }: Draft) {
    setIsChecking(true)
    const numbers = references.map(({ number }) => number.trim())
    const found = await findRepeated(bulkId, method, numbers)
    setIsChecking(false)
    // The check only warns, so a failed one does not block the payment.
    if (found.repeated.length > 0) setRepeated(found.repeated)
    else send()
  }
  return { isChecking, repeated, check, forget: () => setRepeated([]) }
}

async function findRepeated(
  bulkId: string,
  method: PaymentMethod | null,
  numbers: readonly string[],
  signal?: AbortSignal,
): Promise<Repeated> {
  if (method === null || method === 'FPX') return none
  try {
    const request = { bulkId, paymentMethod: method, numbers: [...numbers] }
    const { repeated } = await call('GetRepeatedReferences', request, signal ? { signal } : {})
    return { repeated, problem: undefined }
  } catch (error) {
    return { repeated: [], problem: messageOf(error) }
  }
}

export function RepeatedNotice({ repeated, problem }: Repeated) {
  const { t } = useTranslation('payments')
  if (problem !== undefined) return <Notice tone="warning" title={problem} />
  if (repeated.length === 0) return null
  return (
    <Notice tone="warning" title={t('references.repeated')}>
      <RepeatedReferences repeated={repeated} audience="customer" />
      <p>{t('references.repeatedBody')}</p>
    </Notice>
  )
}

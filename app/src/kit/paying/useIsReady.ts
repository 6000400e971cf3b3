import { constants } from '../../core/core'
import { useLanguage } from '../../words/useLanguage'
import { useCall } from '../call/useCall'
import { useMay } from '../session/useProfile'
import { draftRefusal, useDraft } from './draft'
import { useChosenSum } from './selection'

/** Whether how to pay was said already, and still fits what is chosen. */
export function useIsReady(): boolean {
  const language = useLanguage()
  const [draft] = useDraft()
  const sum = useChosenSum()
  const { data: methods } = useCall('GetPaymentMethods', {}, { enabled: useMay('payment', 'add') && draft.method !== null })
  return Boolean(
    draft.method && sum && !draftRefusal(draft, sum.total, methods?.mostReferenceNumbers ?? constants.mostReferences, language),
  )
}

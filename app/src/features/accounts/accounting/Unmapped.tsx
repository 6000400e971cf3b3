/** Names the kinds of charges for which the profile must choose a ledger account. */
import { useRead } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { Notice } from '~/ui/feedback/Notice'
import { useTranslation } from '~/words/useTranslation'
import { nameOf } from './chargeKinds'

export function Unmapped({ kinds: unmapped }: { kinds: readonly string[] }) {
  const { t } = useTranslation('accounting')
  const { kinds } = useRead('GetAccountingProfiles', { id: useBulkId() })
  if (unmapped.length === 0) return null
  return (
    <Notice tone="warning" title={t('unmapped.title')}>
      <p>{unmapped.map((kind) => nameOf(kind, kinds)).join(', ')}</p>
      <p>{t('unmapped.why')}</p>
    </Notice>
  )
}

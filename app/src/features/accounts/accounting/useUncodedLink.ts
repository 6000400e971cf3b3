/** The way to code the accounts whose bills have no cost centre. */
import { numberShown } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useBulkId } from '~/kit/session/useProfile'
import { useTranslation } from '~/words/useTranslation'

/**
 * Returns the list of accounts without a cost centre today. If there are none, those of the bills have one from a later day, which the
 * workbook changes for many accounts.
 */
export function useUncodedLink(): { href: string; label: string } {
  const { t } = useTranslation('accounting')
  const uncoded = useOptionalRead('GetUncodedAccounts', { id: useBulkId(), recordCount: 1 })?.total
  if (uncoded === 0) return { href: link('uncodedAccounts', { open: 'workbook' }), label: t('next.toWorkbook') }
  const label = uncoded === undefined ? t('next.toUncoded') : t('next.toUncodedCount', { count: uncoded, shown: numberShown(uncoded) })
  return { href: link('uncodedAccounts'), label }
}

import { useCallback } from 'react'
import { numberShown } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'

/** Formats a number of bills: `1 bill`, `1,200 bills`. */
export function useBillCount(): (count: number) => string {
  const { t } = useTranslation('bills')
  return useCallback((count) => t('count', { count, shown: numberShown(count) }), [t])
}

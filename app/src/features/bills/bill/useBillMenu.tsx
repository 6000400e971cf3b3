/** The menu of a bill in a list, in addition to selecting it. */
import { Download } from 'lucide-react'
import { useCallback } from 'react'
import type { Bill } from '~/core/core'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import { useDownloadBill } from './useDownloadBill'

export function useBillMenu() {
  const { t } = useTranslation('bills')
  const { mutate } = useDownloadBill()
  return useCallback(
    (bill: Bill): MenuItem[] => [{ id: 'pdf', label: t('details.download'), icon: <Download />, onAction: () => mutate(bill) }],
    [t, mutate],
  )
}

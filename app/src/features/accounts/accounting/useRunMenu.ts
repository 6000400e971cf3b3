/** The actions of an export in a list. The menu is stable, as lists require. */
import { useCallback } from 'react'
import type { AccountingRun } from '~/core/core'
import { link } from '~/core/links'
import { useStartDownload } from '~/kit/downloads/start'
import { useBulkId } from '~/kit/session/useProfile'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'

export function useRunMenu() {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const { mutate: again } = useStartDownload('RepeatAccountingRun')
  return useCallback(
    ({ profileId, runNo }: AccountingRun): MenuItem[] => [
      { id: 'again', label: t('run.again'), onAction: () => again({ id, profileId, runNo }) },
      { id: 'view', label: t('run.view'), href: link('accountingRun', { profileId, runNo: String(runNo) }) },
    ],
    [t, id, again],
  )
}

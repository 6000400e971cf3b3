import { useCallback } from 'react'
import type { ActivityLog } from '~/core/core'
import { whyNotSearch } from '~/kit/list/searched'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface ActivityMenuSearch {
  open?: 'details' | undefined
  entry?: string | undefined
  search?: string | undefined
}

export function useActivityMenu(onSearch: (change: ActivityMenuSearch, isStep?: boolean) => void) {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  return useCallback(
    ({ id, who, about }: ActivityLog): MenuItem[] => [
      { id: 'details', label: t('menu.details'), onAction: () => onSearch({ open: 'details', entry: id }, true) },
      {
        id: 'who',
        label: t('menu.who', { who }),
        onAction: () => onSearch({ search: who }, true),
        whyNot: whyNotSearch(who, language),
        startsGroup: true,
      },
      {
        id: 'about',
        label: t('menu.about', { about }),
        onAction: () => onSearch({ search: about }, true),
        whyNot: whyNotSearch(about, language),
      },
    ],
    [t, language, onSearch],
  )
}

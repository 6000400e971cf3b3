import { useCallback } from 'react'
import type { ActivityLog } from '~/core/core'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'

interface ActivityMenuSearch {
  open?: 'details' | undefined
  entry?: string | undefined
  search?: string | undefined
}

export function useActivityMenu(onSearch: (change: ActivityMenuSearch, isStep?: boolean) => void) {
  const { t } = useTranslation('activity')
  return useCallback(
    ({ id, who, about }: ActivityLog): MenuItem[] => [
      { id: 'details', label: t('menu.details'), onAction: () => onSearch({ open: 'details', entry: id }, true) },
      { id: 'who', label: t('menu.who', { who }), onAction: () => onSearch({ search: who }, true), startsGroup: true },
      { id: 'about', label: t('menu.about', { about }), onAction: () => onSearch({ search: about }, true) },
    ],
    [t, onSearch],
  )
}

/** Links to customer view mode, shown where staff see a bulk account. The mode opens with a page load. */
import { Eye } from 'lucide-react'
import { useCallback } from 'react'
import { link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import { useMay } from '../session/useProfile'

const addressOf = (bulkId: string) => link('home', { bulkId })

/**
 * Renders nothing for staff without the permission, such as ICT. With `company`, for a row, the link is small and its
 * accessible name includes the company.
 */
export function ViewAs({ bulkId, company }: { bulkId: string; company?: string }) {
  const { t } = useTranslation('accountsStaff')
  if (!useMay('customerViewMode', 'view')) return null
  const inRow = company === undefined ? {} : ({ size: 'small', label: t('view.openOf', { company }) } as const)
  return (
    <LinkButton href={addressOf(bulkId)} icon={<Eye />} {...inRow}>
      {t('view.open')}
    </LinkButton>
  )
}

/** Returns the same link as a menu item, disabled with a reason if there is no bulk account. Empty without the permission. */
export function useViewItem(): (bulkId: string | null) => MenuItem[] {
  const { t } = useTranslation('accountsStaff')
  const may = useMay('customerViewMode', 'view')
  return useCallback(
    (bulkId) => {
      if (!may) return []
      const item = { id: 'view', label: t('view.open'), icon: <Eye /> }
      return [bulkId === null ? { ...item, whyNot: t('view.none') } : { ...item, href: addressOf(bulkId) }]
    },
    [may, t],
  )
}

/** Returns a row menu with only that item. */
export function useViewMenu(): (row: { bulkId: string | null }) => MenuItem[] {
  const itemOf = useViewItem()
  return useCallback(({ bulkId }) => itemOf(bulkId), [itemOf])
}

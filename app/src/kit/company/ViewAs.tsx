/** The ways into customer view mode, wherever a bulk account is named to staff. They leave for a page of its own. */
import { Eye } from 'lucide-react'
import { useCallback } from 'react'
import { link } from '../../core/links'
import { LinkButton } from '../../ui/button/LinkButton'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useTranslation } from '../../words/useTranslation'
import { useMay } from '../session/useProfile'

const addressOf = (bulkId: string) => link('home', { bulkId })

/** Nothing for staff without the permission, as ICT are. In a row it is small, and its name has the company's. */
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

/** The same as an item of a row's menu; it says so of what is in no bulk account. */
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

/** The menu of a row that names a bulk account, where nothing else can be done with it. */
export function useViewMenu(): (row: { bulkId: string | null }) => MenuItem[] {
  const itemOf = useViewItem()
  return useCallback(({ bulkId }) => itemOf(bulkId), [itemOf])
}

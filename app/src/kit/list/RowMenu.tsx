/** The action menu of a row. Disabled actions show the reason. */
import { Ellipsis } from 'lucide-react'
import { Button } from '../../ui/button/Button'
import { Menu, type MenuItem } from '../../ui/overlay/Menu'
import type { Column } from '../../ui/table/dataTableTypes'
import { useTranslation } from '../../words/useTranslation'

function RowMenu({ who, items }: { who: string; items: readonly MenuItem[] }) {
  const { t } = useTranslation('list')
  const label = t('actionsFor', { who })
  return <Menu label={label} trigger={<Button mode="ghost" size="small" icon={<Ellipsis />} label={label} />} items={items} />
}

/** The menu column, last in the table. On a phone's card the menu is next to the badge. */
export const menuColumn = <Row,>(header: string, labelOf: (row: Row) => string, itemsOf: (row: Row) => MenuItem[]): Column<Row> => ({
  id: 'actions',
  isActions: true,
  header,
  cell: (row) => <RowMenu who={labelOf(row)} items={itemsOf(row)} />,
  width: 3.5,
  align: 'end',
  priority: 'status',
})

/** Menu that exports the rows that match a list's filters as a file, or prints them. */
import { Download, FileSpreadsheet, FileText, Printer } from 'lucide-react'
import { type ExportFormat, numberShown } from '~/core/core'
import { viewedId } from '~/core/viewed'
import { Button } from '~/ui/button/Button'
import { Menu } from '~/ui/overlay/Menu'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import { useStartDownload } from '../downloads/start'
import { useExportOffer } from './exportOffer'
import type { ListState } from './useList'
import { usePrinting } from './usePrinting'

interface Props<Row> {
  listed: ListState<Row>
  /** More menu items that apply to all matching rows. */
  more?: readonly MenuItem[] | undefined
  /** Shows the icon only, where there is little room. */
  isShort: boolean
}

export function ExportMenu<Row>({ listed, more = [], isShort }: Props<Row>) {
  const { list, request, total = 0, hasAddress } = listed
  const { t } = useTranslation('downloads')
  const { mutate, isPending } = useStartDownload('ExportList')
  const start = (format: ExportFormat) =>
    mutate({ list: list.name, request, format, ...(viewedId !== undefined && { viewBulkId: viewedId }) })
  const rows = t('export.rows', { count: total, shown: numberShown(total) })
  useExportOffer(list.exported && hasAddress, rows, start)
  const printing = usePrinting(listed, () => start('xlsx'))
  if (!list.exported) return null
  const label = t('export.label')
  return (
    <Menu
      label={label}
      header={rows}
      trigger={
        isShort ? (
          <Button icon={<Download />} label={label} isLoading={isPending || printing.isLoading} />
        ) : (
          <Button mode="ghost" size="small" icon={<Download />} isLoading={isPending || printing.isLoading}>
            {label}
          </Button>
        )
      }
      items={[
        {
          id: 'xlsx',
          label: t('export.xlsx'),
          description: t('export.xlsxBody'),
          icon: <FileSpreadsheet />,
          onAction: () => start('xlsx'),
        },
        { id: 'csv', label: t('export.csv'), description: t('export.csvBody'), icon: <FileText />, onAction: () => start('csv') },
        { id: 'print', label: t('export.print'), icon: <Printer />, onAction: printing.print, whyNot: printing.whyNot },
        ...more.map((item, place) => ({ ...item, startsGroup: place === 0 })),
      ]}
    />
  )
}

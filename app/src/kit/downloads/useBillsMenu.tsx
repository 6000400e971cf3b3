/** Two menu items that download the documents of many bills, as an archive or as a single PDF. */
import { FileText, FolderArchive } from 'lucide-react'
import { useMemo } from 'react'
import type { BillsFormat } from '../../core/core'
import type { MenuItem } from '../../ui/overlay/Menu'
import { useTranslation } from '../../words/useTranslation'
import type { RequestOf } from '../call/api'
import { useStartDownload } from './start'

export type BillsDownload = Omit<RequestOf<'DownloadBills'>, 'format'>

export function useBillsMenu() {
  const { t } = useTranslation('downloads')
  const { mutate, isPending } = useStartDownload('DownloadBills')
  return useMemo(() => {
    const item = (format: BillsFormat, wanted: BillsDownload): MenuItem => ({
      id: format,
      label: t(`bills.${format}`),
      description: t(`bills.${format}Body`),
      icon: format === 'zip' ? <FolderArchive /> : <FileText />,
      onAction: () => mutate({ ...wanted, format }),
    })
    return { items: (wanted: BillsDownload): MenuItem[] => [item('zip', wanted), item('pdf', wanted)], isPending }
  }, [t, mutate, isPending])
}

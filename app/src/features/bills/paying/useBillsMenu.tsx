/** Menu items that download the documents of many bills, as an archive or as a single PDF. */
import { FileText, FolderArchive } from 'lucide-react'
import { useMemo } from 'react'
import type { BillsFormat } from '~/core/core'
import type { RequestOf } from '~/kit/call/api'
import { useStartDownload } from '~/kit/downloads/start'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'

export type BillsDownload = Omit<RequestOf<'DownloadBills'>, 'format'>

export function useBillsMenu() {
  const { t } = useTranslation('downloads')
  const { mutate, isPending } = useStartDownload('DownloadBills')
  return useMemo(() => {
    const item = (format: BillsFormat, request: BillsDownload): MenuItem => ({
      id: format,
      label: t(`bills.${format}`),
      description: t(`bills.${format}Body`),
      icon: format === 'zip' ? <FolderArchive /> : <FileText />,
      onAction: () => mutate({ ...request, format }),
    })
    return { items: (request: BillsDownload): MenuItem[] => [item('zip', request), item('pdf', request)], isPending }
  }, [t, mutate, isPending])
}

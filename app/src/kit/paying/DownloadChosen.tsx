/** Downloads the documents of the chosen bills. */
import { Download } from 'lucide-react'
import { Button } from '../../ui/button/Button'
import { Menu } from '../../ui/overlay/Menu'
import { useTranslation } from '../../words/useTranslation'
import { useBillsMenu } from '../downloads/useBillsMenu'
import { useBulkId } from '../session/useProfile'
import { useChosen } from './selection'

export function DownloadChosen() {
  const { t } = useTranslation('downloads')
  const id = useBulkId()
  const [bills] = useChosen()
  const { items, isPending } = useBillsMenu()
  return (
    <Menu
      label={t('bills.label')}
      trigger={<Button icon={<Download />} label={t('bills.label')} isLoading={isPending} />}
      items={items({ id, invoiceNos: [...bills.keys()] })}
    />
  )
}

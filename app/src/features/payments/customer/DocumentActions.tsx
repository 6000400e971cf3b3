/** Downloads and prints a payment's document: a receipt once it is paid, a payment advice or a summary before. Downloads its audit pack. */
import { Download, FileArchive, Printer } from 'lucide-react'
import { paymentStatus, type Transaction } from '../../../core/core'
import { callFile } from '../../../kit/call/api'
import { useDownload } from '../../../kit/call/useDownload'
import { usePrint } from '../../../kit/call/usePrint'
import { Button } from '../../../ui/button/Button'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'

const ask = (transactionNo: string) => callFile('PrintPayment', { transactionNo })
const askForPack = (transactionNo: string) => callFile('GetAuditPack', { transactionNo })

export function DocumentActions({ transactionNo, status }: Pick<Transaction, 'transactionNo' | 'status'>) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const download = useDownload(ask)
  const pack = useDownload(askForPack)
  const { print, isPending } = usePrint(ask)
  return (
    <>
      <Button icon={<Download />} onPress={() => download.mutate(transactionNo)} isLoading={download.isPending}>
        {t('document.download')}
      </Button>
      <Button icon={<Printer />} onPress={() => print(transactionNo)} isLoading={isPending}>
        {t(`document.print.${paymentStatus(status, language).document}`)}
      </Button>
      <Button icon={<FileArchive />} onPress={() => pack.mutate(transactionNo)} isLoading={pack.isPending}>
        {t('document.pack')}
      </Button>
    </>
  )
}

/**
 * Downloads and prints a payment's document: a receipt once it is paid, a payment advice or a summary before. A menu has its audit pack
 * and, once it is paid, its remittance advice. Before, a payment by transfer has a payment instruction.
 */
import { ChevronDown, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { type PaymentMethod, paymentStatus, paymentStatusName, type RemittanceFormat, type Transaction } from '~/core/core'
import { callFile } from '~/kit/call/api'
import { useDownload } from '~/kit/call/useDownload'
import { usePrint } from '~/kit/call/usePrint'
import { Button } from '~/ui/button/Button'
import { Menu } from '~/ui/overlay/Menu'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { PaymentInstruction } from './PaymentInstruction'

const formats = ['pdf', 'csv'] as const satisfies RemittanceFormat[]
const transfers: PaymentMethod[] = ['EFT_GIRO', 'EFT_RENTAS']

const ask = (transactionNo: string) => callFile('PrintPayment', { transactionNo })
const askForPack = (transactionNo: string) => callFile('GetAuditPack', { transactionNo })

export function DocumentActions({ transaction }: { transaction: Transaction }) {
  const { transactionNo, status, paymentMethod } = transaction
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const download = useDownload(ask)
  const pack = useDownload(askForPack)
  const { print, isPending } = usePrint(ask)
  const remittance = useDownload((format: RemittanceFormat) => callFile('DownloadRemittance', { transactionNo, format }))
  const { document } = paymentStatus(status, language)
  const [asksForInstruction, setAsksForInstruction] = useState(false)
  const isAwaited = transfers.includes(paymentMethod) && paymentStatusName(status) === 'pendingApproval'
  return (
    <>
      <Button icon={<Download />} onPress={() => download.mutate(transactionNo)} isLoading={download.isPending}>
        {t('document.download')}
      </Button>
      <Button icon={<Printer />} onPress={() => print(transactionNo)} isLoading={isPending}>
        {t(`document.print.${document}`)}
      </Button>
      <Menu
        trigger={
          <Button icon={<ChevronDown />} isLoading={remittance.isPending || pack.isPending}>
            {t('document.more')}
          </Button>
        }
        items={[
          ...(document === 'receipt' ? formats : []).map((format) => ({
            id: format,
            label: t(`document.remittance.${format}`),
            onAction: () => remittance.mutate(format),
          })),
          ...(isAwaited ? [{ id: 'instruction', label: t('document.instruction.menu'), onAction: () => setAsksForInstruction(true) }] : []),
          { id: 'pack', label: t('document.pack'), onAction: () => pack.mutate(transactionNo) },
        ]}
      />
      {asksForInstruction && <PaymentInstruction transactionNo={transactionNo} onClose={() => setAsksForInstruction(false)} />}
    </>
  )
}

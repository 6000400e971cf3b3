/** Downloads or prints a bill as a PDF. */
import type { Bill } from '~/core/core'
import { callFile } from '~/kit/call/api'
import { useDownload } from '~/kit/call/useDownload'
import { usePrint } from '~/kit/call/usePrint'

const ask = ({ accountNo, invoiceNo }: Pick<Bill, 'accountNo' | 'invoiceNo'>) => callFile('PrintPDF2', { caNo: accountNo, invoiceNo })

export const useDownloadBill = () => useDownload(ask)
export const usePrintBill = () => usePrint(ask)

/** A bill as a PDF. */
import type { Bill } from '../../../core/core'
import { callFile } from '../../../kit/call/api'
import { useDownload } from '../../../kit/call/useDownload'

export const useDownloadBill = () =>
  useDownload(({ accountNo, invoiceNo }: Pick<Bill, 'accountNo' | 'invoiceNo'>) => callFile('PrintPDF2', { caNo: accountNo, invoiceNo }))

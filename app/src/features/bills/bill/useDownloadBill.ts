/** A bill as a PDF, handed to the person. */
import type { Bill } from '../../../core/core'
import { callFile, messageOf } from '../../../kit/call/api'
import { save } from '../../../kit/call/save'
import { useAct } from '../../../kit/call/write'
import { toasts } from '../../../ui/feedback/toastQueue'

export const useDownloadBill = () =>
  useAct(({ accountNo, invoiceNo }: Pick<Bill, 'accountNo' | 'invoiceNo'>) => callFile('PrintPDF2', { caNo: accountNo, invoiceNo }), {
    onSuccess: ({ blob, name }) => save(blob, name),
    onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
  })

/** The selection as the text that the tab stores. */
import type { InvoiceNo } from '~/core/core'
import type { ChosenBill, ChosenBills } from './chosen'
import { noneTakenOut, type TakenOut } from './takenOut'

export interface OwnedSelection {
  owner: string
  bills: ChosenBills
  takenOut: TakenOut
}

/** Plain lines instead of JSON: ten thousand bills take half a megabyte and are written in a few milliseconds. */
export const storedSelection = {
  write: ({ owner, bills, takenOut }: OwnedSelection) =>
    [
      owner,
      JSON.stringify(takenOut),
      ...[...bills].map(
        ([invoiceNo, { accountNo, amount, batchId = '', isHeld }]) =>
          `${invoiceNo} ${accountNo} ${amount} ${batchId}${isHeld ? ' held' : ''}`,
      ),
    ].join('\n'),
  read: (text: string): OwnedSelection => {
    const [owner = '', second = '', ...others] = text.split('\n')
    // A tab from before an update has no line about bills that were taken out.
    const hasTakenOut = second.startsWith('{')
    const lines = hasTakenOut ? others : [second, ...others]
    const bills = lines.map((line): [InvoiceNo, ChosenBill] => {
      const [invoiceNo = '', accountNo = '', amount = '', batchId, held] = line.split(' ')
      return [invoiceNo, { accountNo, amount, batchId: batchId || undefined, ...(held === 'held' && { isHeld: true }) }]
    })
    return { owner, bills: new Map(bills), takenOut: hasTakenOut ? (JSON.parse(second) as TakenOut) : noneTakenOut }
  },
}

/** A bill in the side panel: amount due, due date, and the payments that include it. */
import { billState } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { BillStatus } from '~/kit/paying/BillStatus'
import { useAddRecent } from '~/kit/session/recent'
import { useToday } from '~/kit/session/useToday'
import { PanelActions, PanelPart } from '~/ui/overlay/PanelParts'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { amountItems, billItems } from '../billItems'
import { AskForRejection } from '../queries/AskButton'
import { DownloadThis, PayThis } from './BillActions'
import { BillPayments } from './BillPayments'
import { EInvoice } from './EInvoice'
import { HoldNotice } from './HoldNotice'

/** The facts that distinguish the bill from others. */
const facts = ['account', 'group', 'premises', 'date', 'batch']

export function BillPanel({ id }: { id: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const today = useToday()
  const details = useRead('GetBillDetails', { invoiceNo: id })
  const { note } = billState(details.bill, today, language)
  useAddRecent({ kind: 'bill', href: link('bill', { invoiceNo: id }), label: id, description: details.bill.accountNo }, true)
  return (
    <>
      <PanelActions>
        <BillStatus bill={details.bill} />
        {note && <span>{note.text}</span>}
      </PanelActions>
      <HoldNotice details={details} />
      <Description items={amountItems(t, language, details)} isTotalLast />
      <PanelActions>
        <PayThis details={details} />
        <DownloadThis details={details} />
      </PanelActions>
      <PanelPart title={t('details.bill')}>
        <Description items={billItems(t, language, details).filter(({ id }) => facts.includes(id))} />
      </PanelPart>
      {details.eInvoice && (
        <PanelPart title={t('eInvoice.title')}>
          <EInvoice eInvoice={details.eInvoice} ask={<AskForRejection invoiceNo={id} />} />
        </PanelPart>
      )}
      <PanelPart title={t('details.payments')}>
        <BillPayments payments={details.payments} />
      </PanelPart>
    </>
  )
}

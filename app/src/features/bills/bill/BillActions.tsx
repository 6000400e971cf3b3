/** The actions for a bill: download the PDF, print and pay. */
import { useNavigate } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { amountShown, billRefusal, compareAmounts, type BillDetails as Details } from '../../../core/core'
import { paths } from '../../../core/links'
import { useChosen } from '../../../kit/paying/selection'
import { useMay } from '../../../kit/session/useProfile'
import { useReadOnly } from '../../../kit/session/useReadOnly'
import { Button } from '../../../ui/button/Button'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { useDownloadBill, usePrintBill } from './useDownloadBill'

export function DownloadThis({ details: { bill } }: { details: Details }) {
  const { t } = useTranslation('bills')
  const download = useDownloadBill()
  const { print, isPending } = usePrintBill()
  return (
    <>
      <Button icon={<Download />} onPress={() => download.mutate(bill)} isLoading={download.isPending}>
        {t('details.download')}
      </Button>
      <Button icon={<Printer />} onPress={() => print(bill)} isLoading={isPending}>
        {t('details.print')}
      </Button>
    </>
  )
}

export function PayThis({ details: { bill } }: { details: Details }) {
  const { t } = useTranslation('bills')
  const { t: ofPay } = useTranslation('paying')
  const language = useLanguage()
  const navigate = useNavigate()
  const mayPay = useMay('payment', 'add')
  const [chosen, setChosen] = useChosen()
  const readOnly = useReadOnly()
  const whyNot = readOnly ?? billRefusal(bill, language)?.errorMessage ?? (mayPay ? undefined : ofPay('bar.mayNot'))
  const others = chosen.size - (chosen.has(bill.invoiceNo) ? 1 : 0)

  /** The act that waits for the answer to the question about a bill on hold. */
  const [asked, setAsked] = useState<(() => void) | undefined>()

  const only = () => {
    const { accountNo, totalAmountPayable: amount, billBatchId: batchId, hold } = bill
    return new Map([[bill.invoiceNo, { accountNo, amount, batchId, ...(hold && { isHeld: true }) }]])
  }
  const askFirst = (act: () => void) => (bill.hold ? setAsked(() => act) : act())
  function pay() {
    setChosen(only())
    void navigate({ to: paths.payMethod })
  }
  function add() {
    setChosen(new Map([...chosen, ...only()]))
  }
  return (
    <>
      {/* Paying this bill alone would discard the present selection, so the bill is added to it instead. */}
      {others > 0 && whyNot === undefined ? (
        <Button mode="primary" onPress={() => askFirst(add)} isDisabled={chosen.has(bill.invoiceNo)} why={t('details.addedWhy')}>
          {t(chosen.has(bill.invoiceNo) ? 'details.added' : 'details.add')}
        </Button>
      ) : (
        <Button
          mode="primary"
          onPress={() => askFirst(pay)}
          isDisabled={whyNot !== undefined}
          {...(whyNot !== undefined && { why: whyNot })}
        >
          {compareAmounts(bill.totalAmountPayable, '0.00') > 0
            ? t('details.pay', { amount: amountShown(bill.totalAmountPayable) })
            : t('details.payNone')}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            asked()
          }}
          title={t('details.heldTitle')}
          confirmLabel={t('details.heldPay')}
          cancelLabel={t('details.heldKeep')}
        >
          <p>{t('details.heldBody')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

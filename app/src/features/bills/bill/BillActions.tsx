/** The actions for a bill: download the PDF, print and pay. */
import { useNavigate } from '@tanstack/react-router'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { amountShown, billRefusal, compareAmounts, type BillDetails as Details, paymentStatusName } from '~/core/core'
import { paths } from '~/core/links'
import { holdRefusal } from '~/kit/paying/hold'
import { chosenBill, useChosen } from '~/kit/paying/selection'
import { useMay } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { HoldQuestion } from '../paying/HoldQuestion'
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

/** Renders nothing for a paid bill. */
export function PayThis({ details: { bill } }: { details: Details }) {
  const { t } = useTranslation('bills')
  const { t: ofPay } = useTranslation('paying')
  const language = useLanguage()
  const navigate = useNavigate()
  const mayPay = useMay('payment', 'add')
  const [chosen, setChosen] = useChosen()
  const readOnly = useReadOnly()
  const refusal = billRefusal(bill, language)?.errorMessage ?? holdRefusal(bill.hold, ofPay)
  const whyNot = readOnly ?? refusal ?? (mayPay ? undefined : ofPay('bar.mayNot'))
  const [isAsked, setIsAsked] = useState(false)
  const others = chosen.size - (chosen.has(bill.invoiceNo) ? 1 : 0)

  const only = () => new Map([[bill.invoiceNo, chosenBill(bill)]])
  function pay() {
    setChosen(only())
    void navigate({ to: paths.payMethod })
  }
  function add() {
    setChosen(new Map([...chosen, ...only()]))
  }
  if (paymentStatusName(bill.status) === 'paid') return null
  const choose = others > 0 ? add : pay
  /** A bill on hold is chosen after one question, unless it is already chosen. */
  const choosing = bill.hold !== null && !chosen.has(bill.invoiceNo) ? () => setIsAsked(true) : choose
  return (
    <>
      {/* Paying this bill alone would discard the present selection, so the bill is added to it instead. */}
      {others > 0 && whyNot === undefined ? (
        <Button mode="primary" onPress={choosing} isDisabled={chosen.has(bill.invoiceNo)} why={t('details.addedWhy')}>
          {t(chosen.has(bill.invoiceNo) ? 'details.added' : 'details.add')}
        </Button>
      ) : (
        <Button mode="primary" onPress={choosing} isDisabled={whyNot !== undefined} {...(whyNot !== undefined && { why: whyNot })}>
          {compareAmounts(bill.totalAmountPayable, '0.00') > 0
            ? t('details.pay', { amount: amountShown(bill.totalAmountPayable) })
            : t('details.payNone')}
        </Button>
      )}
      <HoldQuestion
        bill={isAsked ? bill : undefined}
        onClose={() => setIsAsked(false)}
        onChoose={() => {
          setIsAsked(false)
          choose()
        }}
      />
    </>
  )
}

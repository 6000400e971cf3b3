/** The details for a transfer to the utility: amount, account and reference, to copy, print or send to a colleague. */
import { Printer, Send } from 'lucide-react'
import { useState } from 'react'
import { amountShown, type Money } from '~/core/core'
import { referenceToQuote } from '~/core/forms'
import { useRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { Boundary } from '~/kit/page/Boundary'
import { tooMany } from '~/kit/paying/tooMany'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { CopyButton } from '~/ui/button/CopyButton'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Card } from '~/ui/layout/Card'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './TransferSheet.module.css'

const ColleagueDialog = deferComponent(async () => (await import('~/kit/colleagues/ColleagueDialog')).ColleagueDialog)

interface Props {
  amount: Money
  /** The payment whose difference is to be paid. Otherwise the transfer pays the bills. */
  transactionNo?: string | undefined
  invoiceNos?: readonly string[] | undefined
}

export function TransferSheet(props: Props) {
  const { t } = useTranslation('paymentsMaking')
  return (
    <Boundary isPart failure={t('account.failed')} waiting={<Skeleton height="18rem" shape="box" />}>
      <Sheet {...props} />
    </Boundary>
  )
}

function Sheet({ amount, transactionNo, invoiceNos }: Props) {
  const { t } = useTranslation(['paymentsMaking', 'paying'])
  const bulkId = useBulkId()
  const { virtualAccountNo, bankName, accountHolder } = useRead('GetTNBVirtualAccountNo', { bulkId })
  const [isSending, setSending] = useState(false)
  const send = useWrite('SendInstructions')
  const language = useLanguage()
  const readOnly = useReadOnly()
  const whyNot = readOnly ?? tooMany(invoiceNos?.length ?? 0, language)
  const reference = referenceToQuote(bulkId, transactionNo ?? null)
  const lines = [
    { id: 'amount', value: amountShown(amount), copies: amount },
    { id: 'number', value: virtualAccountNo, copies: virtualAccountNo },
    { id: 'bank', value: bankName, copies: bankName },
    { id: 'holder', value: accountHolder, copies: accountHolder },
    { id: 'reference', value: reference, copies: reference },
  ] as const
  // Amounts contain non-breaking spaces for display; copied text gets plain spaces.
  const whole = lines
    .map(({ id, value }) => t('sheet.line', { label: t(`sheet.${id}`), value }))
    .join('\n')
    .replaceAll('\u00a0', ' ')

  return (
    <Card title={t('account.title')} level={2}>
      <div className={styles.sheet} data-sheet>
        <dl className={styles.lines}>
          {lines.map(({ id, value, copies }) => (
            <div key={id} className={styles.line}>
              <dt>{t(`sheet.${id}`)}</dt>
              <dd>{value}</dd>
              <dd className={styles.copy} data-print="hide">
                <CopyButton mode="ghost" size="small" text={copies} label={t('sheet.copyOne', { what: t(`sheet.${id}`) })} />
              </dd>
            </div>
          ))}
        </dl>
        <p className={styles.hint}>{t('sheet.hint')}</p>
        <div className={styles.actions} data-print="hide">
          <CopyButton text={whole} copied={t('sheet.allCopied')}>
            {t('sheet.copyAll')}
          </CopyButton>
          <Button icon={<Printer />} onPress={printAlone}>
            {t('sheet.print')}
          </Button>
          <Button icon={<Send />} onPress={() => setSending(true)} isDisabled={whyNot !== undefined} why={whyNot}>
            {t('paying:colleague.send')}
          </Button>
        </div>
      </div>
      {isSending && (
        <ColleagueDialog
          title={t('sheet.sendTitle')}
          lead={t('sheet.sendLead', { amount: amountShown(amount) })}
          submitLabel={t('sheet.sendSubmit')}
          onSend={async (userId = '') => {
            await send.mutateAsync({
              id: bulkId,
              userId,
              amount,
              ...(transactionNo && { transactionNo }),
              invoiceNos: [...(invoiceNos ?? [])],
            })
            return t('sheet.sent')
          }}
          onClose={() => setSending(false)}
        />
      )}
    </Card>
  )
}

/** Prints the sheet without the rest of the page. */
function printAlone() {
  const { dataset } = document.documentElement
  dataset.printing = 'sheet'
  addEventListener('afterprint', () => delete dataset.printing, { once: true })
  print()
}

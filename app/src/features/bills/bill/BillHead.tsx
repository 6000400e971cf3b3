/** The head of a bill: what is due and when, the button that pays it, its hold, and what has to be decided about it. */
import { amountShown, type BillDetails, billState, dayShown, paymentStatusName } from '~/core/core'
import { Boundary } from '~/kit/page/Boundary'
import { useToday } from '~/kit/session/useToday'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { OpenFindings } from '../findings/BillFindings'
import { PayThis } from './BillActions'
import styles from './BillHead.module.css'
import { ClosedNotice } from './ClosedNotice'
import { HoldNotice } from './HoldNotice'

export function BillHead({ details }: { details: BillDetails }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const { bill } = details
  const { note } = billState(bill, useToday(), language)
  return (
    <>
      <section className={styles.head} aria-label={t('details.head')}>
        <div>
          {/* Nothing is payable any more on a paid bill. */}
          <p className={styles.label}>{t(paymentStatusName(bill.status) === 'paid' ? 'history.total' : 'columns.total')}</p>
          <p className={styles.sum}>{amountShown(bill.totalAmountPayable)}</p>
          {bill.dueDate && (
            <p className={styles.label}>
              {t('details.dueOn', { day: dayShown(bill.dueDate, language) })}
              {note && (
                <>
                  {' · '}
                  <span data-tone={note.tone}>{note.text}</span>
                </>
              )}
            </p>
          )}
        </div>
        <PayThis details={details} />
      </section>
      <HoldNotice details={details} />
      <ClosedNotice details={details} />
      <Boundary isPart of={bill.invoiceNo} waiting={null}>
        <OpenFindings invoiceNo={bill.invoiceNo} />
      </Boundary>
    </>
  )
}

/** A query: its state, its messages and its files, for both sides. */
import type { ReactNode } from 'react'
import { amountShown, instantShown, type QueryBill, type QueryDetails, type QueryMessage } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Files } from './Files'
import { QueryStatus, useNextStep } from './QueryStatus'
import styles from './Thread.module.css'

interface Props {
  query: QueryDetails
  /** Whether the reader may open the customer's page of the corrected bill. */
  isCustomer: boolean
  /** Whether the reader may add files. */
  mayAdd: boolean
  /** The form and the actions, below the messages. */
  children?: ReactNode
  /** Shown last. */
  facts?: ReactNode
}

export function Thread({ query, isCustomer, mayAdd, children, facts }: Props) {
  const { t } = useTranslation('queries')
  const next = useNextStep(query)
  return (
    <Stack gap={5}>
      <div className={styles.state}>
        <QueryStatus state={query.state} />
        {next && <p>{next}</p>}
      </div>
      {query.bills.map((bill) => (
        <Correction key={bill.invoiceNo} bill={bill} isOfMany={query.bills.length > 1} isCustomer={isCustomer} />
      ))}
      <ol className={styles.messages} aria-label={t('thread.messages')}>
        {query.messages.map((message) => (
          <li key={message.place}>
            <OneMessage message={message} />
          </li>
        ))}
      </ol>
      {children && <div data-print="hide">{children}</div>}
      <Files query={query} mayAdd={mayAdd} />
      {facts}
    </Stack>
  )
}

function OneMessage({ message: { author, name, writtenAt, message } }: { message: QueryMessage }) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  return (
    <article className={styles.message} data-author={author}>
      <p className={styles.head}>
        <span className={styles.name}>{name}</span>
        <span className={styles.when}>
          {t(`author.${author}`)} · {instantShown(writtenAt, language)}
        </span>
      </p>
      <p className={styles.text}>{message}</p>
    </article>
  )
}

/** Says that the utility delivered a corrected bill, with the amount before and after. Names the bill if there are several. */
function Correction({ bill, isOfMany, isCustomer }: { bill: QueryBill; isOfMany: boolean; isCustomer: boolean }) {
  const { t } = useTranslation('queries')
  const { invoiceNo, amountAsked, correction } = bill
  if (!correction) return null
  const isSame = correction.invoiceNo === invoiceNo
  const amounts = { before: amountShown(amountAsked), after: amountShown(correction.amount) }
  const title = isOfMany
    ? t(isSame ? 'correction.sameOf' : 'correction.otherOf', { invoiceNo, ...amounts })
    : t(isSame ? 'correction.same' : 'correction.other', amounts)
  return (
    <Notice tone="good" title={title}>
      {!isSame &&
        (isCustomer ? (
          <Link href={link('bill', { invoiceNo: correction.invoiceNo })}>{t('correction.open', { invoiceNo: correction.invoiceNo })}</Link>
        ) : (
          t('correction.number', { invoiceNo: correction.invoiceNo })
        ))}
    </Notice>
  )
}

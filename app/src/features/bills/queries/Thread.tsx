/** A query: its state, its messages and its files, for both sides. */
import type { ReactNode } from 'react'
import { amountShown, instantShown, type QueryDetails, type QueryMessage } from '~/core/core'
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
      <Correction query={query} isCustomer={isCustomer} />
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

/** Says that the utility delivered a corrected bill, with the amount before and after. */
function Correction({ query: { correction, invoiceNo, amountAsked }, isCustomer }: Pick<Props, 'query' | 'isCustomer'>) {
  const { t } = useTranslation('queries')
  if (!correction) return null
  const amounts = { before: amountShown(amountAsked), after: amountShown(correction.amount) }
  const isSame = correction.invoiceNo === invoiceNo
  return (
    <Notice tone="good" title={t(isSame ? 'correction.same' : 'correction.other', amounts)}>
      {!isSame &&
        (isCustomer ? (
          <Link href={link('bill', { invoiceNo: correction.invoiceNo })}>{t('correction.open', { invoiceNo: correction.invoiceNo })}</Link>
        ) : (
          t('correction.number', { invoiceNo: correction.invoiceNo })
        ))}
    </Notice>
  )
}

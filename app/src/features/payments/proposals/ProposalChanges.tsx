/** The bills that changed since they were proposed: why, and the amounts before and now. */
import { amountShown, type ProposalChange, sentence } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Proposal.module.css'

export function ProposalChanges({ changes }: { changes: readonly ProposalChange[] }) {
  const { t } = useTranslation('proposals')
  const language = useLanguage()
  return (
    <ul className={styles.rows} aria-label={t('changes.label')}>
      {changes.map(({ invoiceNo, reason, proposed, amount }) => (
        <li key={invoiceNo}>
          <span>
            {amount === null ? invoiceNo : <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link>}
            <span className={styles.under}>{sentence(reason, language)}</span>
          </span>
          <strong>
            {amount === null || amount === proposed
              ? amountShown(proposed)
              : t('changes.amounts', { before: amountShown(proposed), now: amountShown(amount) })}
          </strong>
        </li>
      ))}
    </ul>
  )
}

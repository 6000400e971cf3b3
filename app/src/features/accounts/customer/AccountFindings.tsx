/** The open findings on an account's bills, the largest amount at stake first. */
import { amountShown, compareAmounts, dayShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { classes } from '~/ui/base/classes'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from '../LastBills.module.css'

/** Number of findings listed; the link leads to all of them. */
const shown = 5

export function AccountFindings({ bulkId, accountNo }: { bulkId: string; accountNo: string }) {
  const { t } = useTranslation('findings')
  const language = useLanguage()
  const { items } = useRead('GetFindings', {
    id: bulkId,
    recordCount: shown,
    filter: { accountNos: [accountNo], states: ['open', 'asked', 'answered'] },
  })
  return (
    <Card title={t('ofAccount.title')}>
      {items.length === 0 ? (
        <p className={styles.none}>{t('ofAccount.none')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('ofAccount.title')}>
          {items.map(({ findingId, invoiceNo, invoiceDate, title, sentence, atStake }) => (
            <li key={findingId}>
              <Link href={link('bill', { invoiceNo })} className={styles.row}>
                <span>{title}</span> <span className={styles.amount}>{compareAmounts(atStake, '0.00') > 0 && amountShown(atStake)}</span>{' '}
                <span className={styles.number}>{sentence}</span>{' '}
                <span className={classes(styles.number, styles.state)}>{dayShown(invoiceDate, language)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LinkButton size="small" href={link('findings', { account: accountNo, state: 'all' })}>
        {t('ofAccount.all')}
      </LinkButton>
    </Card>
  )
}

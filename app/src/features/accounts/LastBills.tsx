/** The last bills of an account or a group, each with its status. */
import { amountShown, type BillHistoryRequest, dayShown } from '~/core/core'
import { link } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { BillStatus } from '~/kit/paying/BillStatus'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './LastBills.module.css'

interface Props {
  bulkId: string
  of: { accountNo: string } | { groupId: string }
}

/** Number of bills that fit next to the charts. */
const shown = 5

export function LastBills(props: Props) {
  return (
    <div className={styles.part}>
      <Boundary isPart waiting={<Skeleton shape="box" height="16rem" />}>
        <Bills {...props} />
      </Boundary>
    </div>
  )
}

function Bills({ bulkId, of }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const isOfAccount = 'accountNo' in of
  const filter: BillHistoryRequest['filter'] = isOfAccount ? { search: of.accountNo } : { groupIds: [of.groupId] }
  const { items } = useRead('GetBillHistory', { id: bulkId, recordCount: shown, filter })
  return (
    <>
      <h3 className={styles.title}>{t('view.lastBills')}</h3>
      {items.length === 0 ? (
        <p className={styles.none}>{t('view.noBills')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('view.lastBills')}>
          {items.map((bill) => (
            <li key={bill.invoiceNo}>
              <Link href={link('bill', { invoiceNo: bill.invoiceNo })} className={styles.row}>
                <span>{dayShown(bill.invoiceDate, language)}</span>{' '}
                <span className={styles.amount}>{amountShown(bill.totalAmountPayable)}</span>{' '}
                <span className={styles.number}>{isOfAccount ? bill.invoiceNo : bill.accountNo}</span>{' '}
                <span className={styles.state}>
                  <BillStatus bill={bill} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <LinkButton size="small" href={link('billHistory', isOfAccount ? { search: of.accountNo } : { group: of.groupId })}>
        {t('view.history')}
      </LinkButton>
    </>
  )
}

/** The sums of an export. */
import { type AccountingSums, amountShown, compareAmounts, numberShown } from '~/core/core'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'
import styles from './Accounting.module.css'

export function Sums({ sums }: { sums: AccountingSums }) {
  const { t } = useTranslation('accounting')
  return (
    <div className={styles.outcome}>
      <Description
        columns={2}
        items={[
          { id: 'documents', label: t('next.documents'), value: numberShown(sums.documents) },
          { id: 'reversals', label: t('next.reversals'), value: numberShown(sums.reversals) },
          { id: 'debit', label: t('next.debit'), value: amountShown(sums.debit) },
          { id: 'credit', label: t('next.credit'), value: amountShown(sums.credit) },
          ...(compareAmounts(sums.suspense, '0.00') === 0
            ? []
            : [{ id: 'suspense', label: t('next.suspense'), value: amountShown(sums.suspense) }]),
        ]}
      />
    </div>
  )
}

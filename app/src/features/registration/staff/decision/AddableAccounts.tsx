/** Counts of the application's accounts by whether they can be added now. */
import type { RowCounts } from '~/core/core'
import { RowCountBadges } from '~/kit/accounts/RowCountBadges'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import styles from '../Registrations.module.css'

export function AddableAccounts({ counts }: { counts: RowCounts }) {
  const { t } = useTranslation('registrationStaff')
  return (
    <Stack gap={2}>
      <p className={styles.counts}>
        <RowCountBadges counts={counts} />
      </p>
      {counts.notKnown + counts.toFix > 0 && <p className={styles.hint}>{t('approve.someFail')}</p>}
    </Stack>
  )
}

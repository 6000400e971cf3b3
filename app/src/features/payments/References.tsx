/** The EFT or cheque numbers of a payment, grouped by submission. */

import { amountShown, numberShown, paymentMethod, type VersionedReference } from '~/core/core'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './References.module.css'

export function References({ references }: { references: VersionedReference[] }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const versions = [...new Set(references.map(({ version }) => version))].sort((one, other) => one - other)
  if (references.length === 0) return <p className={styles.none}>{t('references.none')}</p>
  return (
    <Stack gap={5}>
      {versions.map((version) => (
        <section key={version}>
          {versions.length > 1 && (
            <h3 className={styles.version}>
              {version === 1 ? t('references.first') : t('references.later', { shown: numberShown(version) })}
            </h3>
          )}
          <Description
            items={references
              .filter((reference) => reference.version === version)
              .map(({ number, amount, bankName, paymentMethod: method }) => ({
                id: number,
                label: (
                  <>
                    <span className={styles.number}>{number}</span>
                    <span className={styles.how}>{[paymentMethod(method, language).word, bankName].filter(Boolean).join(' · ')}</span>
                  </>
                ),
                value: <span className={styles.amount}>{amountShown(amount)}</span>,
              }))}
          />
        </section>
      ))}
    </Stack>
  )
}

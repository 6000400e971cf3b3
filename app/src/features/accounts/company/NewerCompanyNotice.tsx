/**
 * Shown when a colleague has saved the company after this form was opened. Lists the fields that both changed, and asks which values
 * to keep. The user's other changes stay.
 */
import { sentence } from '~/core/core'
import type { CompanyField, CompanyTexts } from '~/kit/company/company'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './CompanyHistory.module.css'
import { useFieldLabel } from './useFieldLabel'

interface Props {
  mine: CompanyTexts
  theirs: CompanyTexts
  /** The fields that both changed. */
  conflicts: readonly CompanyField[]
  onMine: () => void
  onTheirs: () => void
}

export function NewerCompanyNotice({ mine, theirs, conflicts, onMine, onTheirs }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const labelOf = useFieldLabel()
  const shown = (text: string) => text.trim() || t('company.nothing')
  return (
    <Notice
      tone="warning"
      title={sentence('profileIsOlder', language)}
      isAnnounced
      actions={
        <>
          <Button size="small" onPress={onTheirs}>
            {t('company.takeTheirs')}
          </Button>
          {conflicts.length > 0 && (
            <Button size="small" onPress={onMine}>
              {t('company.keepMine')}
            </Button>
          )}
        </>
      }
    >
      <dl className={styles.changes}>
        {conflicts.map((field) => (
          <div key={field}>
            <dt>{labelOf(field)}</dt>
            <dd>{t('company.differs', { theirs: shown(theirs[field]), mine: shown(mine[field]) })}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  )
}

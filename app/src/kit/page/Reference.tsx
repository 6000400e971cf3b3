/** The reference by which support finds a failed call in the log, with a copy button. Renders nothing if the error has none. */
import { CopyButton } from '~/ui/button/CopyButton'
import { useTranslation } from '~/words/useTranslation'
import { referenceOf } from '../call/api'
import styles from './Reference.module.css'

export function Reference({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const id = referenceOf(error)
  if (!id) return null
  return (
    <div className={styles.reference}>
      <p>{t('problem.reference', { id })}</p>
      <CopyButton mode="ghost" size="small" text={id} copied={t('problem.referenceCopied')}>
        {t('problem.copyReference')}
      </CopyButton>
    </div>
  )
}

/** The changed values, before and after. */
import type { ActivityChange } from '../../core/core'
import { useTranslation } from '../../words/useTranslation'
import styles from './Changes.module.css'

export function Changes({ changes }: { changes: readonly ActivityChange[] }) {
  const { t } = useTranslation('activity')
  const shown = (value: string | null) => value ?? <span className={styles.nothing}>{t('nothing')}</span>
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('changes.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('changes.what')}</th>
          <th scope="col">{t('changes.before')}</th>
          <th scope="col">{t('changes.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ label, before, after }) => (
          <tr key={`${label} ${before} ${after}`}>
            <th scope="row">{label}</th>
            <td>{shown(before)}</td>
            <td>{shown(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

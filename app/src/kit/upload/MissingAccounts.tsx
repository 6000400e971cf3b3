/** Offers to add the company's accounts that are missing from the list. */
import { numberShown } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/feedback/Notice'
import { useTranslation } from '../../words/useTranslation'
import styles from './AccountsGrid.module.css'

/** Maximum accounts named; the rest are counted. */
const mostNamed = 100

export function MissingAccounts({ missing, onAdd }: { missing: readonly string[]; onAdd: () => void }) {
  const { t } = useTranslation('accounts')
  const count = { count: missing.length, shown: numberShown(missing.length) }
  const rest = missing.length - mostNamed
  return (
    <Notice tone="neutral" title={t('upload.missing', count)} actions={<Button onPress={onAdd}>{t('upload.addMissing', count)}</Button>}>
      <details>
        <summary>{t('upload.seeMissing')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
        <ul className={styles.missing} tabIndex={0} aria-label={t('upload.missing', count)}>
          {missing.slice(0, mostNamed).map((number) => (
            <li key={number}>{number}</li>
          ))}
          {rest > 0 && <li>{t('upload.moreMissing', { count: rest, shown: numberShown(rest) })}</li>}
        </ul>
      </details>
    </Notice>
  )
}

/** A decorative spinner. Its element must also tell screen readers that it is loading. */
import styles from './Spinner.module.css'

export function Spinner({ size = 'medium' }: { size?: 'small' | 'medium' | undefined }) {
  return <span className={styles.spinner} data-size={size} aria-hidden="true" />
}

/** A decorative spinner. The waiting element must also say so in words. */
import styles from './Spinner.module.css'

export function Spinner({ size = 'medium' }: { size?: 'small' | 'medium' | undefined }) {
  return <span className={styles.spinner} data-size={size} aria-hidden="true" />
}

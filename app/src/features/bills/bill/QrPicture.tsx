/** A QR code. */
import type { QrCode } from '~/core/core'
import styles from './QrPicture.module.css'

export function QrPicture({ qr: { size, path }, label }: { qr: QrCode; label: string }) {
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}

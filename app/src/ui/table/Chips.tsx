/** The active filters as chips; pressing a chip removes its filter. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUiWords } from '../base/UiWords'
import styles from './Chips.module.css'

interface Props {
  label: string
  children: ReactNode
  onClearAll?: (() => void) | undefined
}

export function Chips({ label, children, onClearAll }: Props) {
  const words = useUiWords()
  return (
    <div className={styles.chips}>
      <ul aria-label={label} className={styles.list}>
        {children}
      </ul>
      {onClearAll && (
        <button type="button" className={styles.clear} onClick={() => onClearAll()}>
          {words.clearAllFilters}
        </button>
      )}
    </div>
  )
}

export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const words = useUiWords()
  return (
    <li>
      <button type="button" className={styles.chip} onClick={() => onRemove()} aria-label={words.remove(label)}>
        {label}
        <X aria-hidden="true" />
      </button>
    </li>
  )
}

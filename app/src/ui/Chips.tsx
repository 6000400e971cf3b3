/*
 * Chips({ label, chips: { id, label, onRemove }[], onClearAll? })
 * The filters that are on; each is a button that takes it off.
 */
import { X } from 'lucide-react'
import styles from './Chips.module.css'
import { useUiWords } from './UiWords'

export interface Chip {
  id: string
  label: string
  onRemove: () => void
}

interface Props {
  label: string
  chips: Chip[]
  onClearAll?: (() => void) | undefined
}

export function Chips({ label, chips, onClearAll }: Props) {
  const words = useUiWords()
  if (chips.length === 0) return null
  return (
    <div className={styles.chips}>
      <ul aria-label={label} className={styles.list}>
        {chips.map((chip) => (
          <li key={chip.id}>
            <button type="button" className={styles.chip} onClick={chip.onRemove} aria-label={words.remove(chip.label)}>
              {chip.label}
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {onClearAll && (
        <button type="button" className={styles.clear} onClick={onClearAll}>
          {words.clearAllFilters}
        </button>
      )}
    </div>
  )
}

/** A code, such as a secret or an address, with a button that copies it. `label` names the button. */

import styles from './CopyableText.module.css'
import { CopyButton } from './CopyButton'

interface Props {
  text: string
  label: string
  size?: 'small' | undefined
}

export function CopyableText({ text, label, size }: Props) {
  return (
    <span className={styles.copyable}>
      <code className={styles.code}>{text}</code>
      <CopyButton size={size} text={text} label={label} />
    </span>
  )
}

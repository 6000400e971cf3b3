/*
 * ToastRegion()  once, in the shell. Messages: toasts.add({ title, body?, tone?, action?: { label, onPress }, seconds? = 5 }) from toastQueue.ts
 * For what is over and can be undone; never the only place where something is said.
 */
import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useUiWords } from '../base/UiWords'
import { Button } from '../button/Button'
import { toneIcon } from './StatusBadge'
import styles from './ToastRegion.module.css'
import { type ShownToast, toasts } from './toastQueue'

export function ToastRegion() {
  const words = useUiWords()
  const shown = useAtomValue(toasts.shown)
  // in React Aria's top layer, so that a dialogue does not hide it from screen readers
  return (
    <section
      aria-label={words.notifications}
      className={styles.region}
      data-react-aria-top-layer="true"
      data-print="hide"
      onPointerEnter={() => toasts.hold()}
      onPointerLeave={() => toasts.release()}
      onFocus={() => toasts.hold()}
      onBlur={() => toasts.release()}
    >
      <div role="status" className={styles.list}>
        {shown.map((toast) => (
          <Message key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  )
}

function Message({ toast: { id, title, body, tone = 'good', action } }: { toast: ShownToast }) {
  const words = useUiWords()
  const Icon = toneIcon[tone]
  function act() {
    action?.onPress()
    toasts.close(id)
  }
  return (
    <div className={styles.toast} data-tone={tone}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {body && <p className={styles.body}>{body}</p>}
      </div>
      {action && (
        <Button mode="ghost" size="small" onPress={act}>
          {action.label}
        </Button>
      )}
      <Button mode="ghost" size="small" icon={<X />} label={words.close} onPress={() => toasts.close(id)} />
    </div>
  )
}

/** The list of items that need attention: label, count, amount, and a link if there is a page to open. */
import { ArrowRight } from 'lucide-react'
import { Link } from '~/ui/button/Link'
import { type Tone, toneIcon } from '~/ui/feedback/StatusBadge'
import styles from './Home.module.css'

export interface AttentionItem {
  id: string
  tone: Tone
  label: string
  count: string
  amount?: string | undefined
  href?: string | undefined
}

export function AttentionList({ lines }: { lines: readonly AttentionItem[] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line.id}>
          {line.href ? (
            <Link href={line.href} className={styles.line}>
              <Content {...line} />
            </Link>
          ) : (
            <div className={styles.line}>
              <Content {...line} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Content({ tone, label, count, amount, href }: AttentionItem) {
  const Icon = toneIcon[tone]
  return (
    <>
      <Icon className={styles.icon} data-tone={tone} aria-hidden="true" />
      <span className={styles.what}>
        <span className={styles.label}>{label}</span> <span className={styles.count}>{count}</span>
      </span>
      {amount && <strong className={styles.amount}>{amount}</strong>}
      {href && <ArrowRight className={styles.arrow} aria-hidden="true" />}
    </>
  )
}

/** A policy in words, one sentence for each layer. */
import styles from './Policy.module.css'

export function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className={styles.sentences}>
      {sentences.map((sentence, place) => (
        <li key={`${place} ${sentence}`}>{sentence}</li>
      ))}
    </ul>
  )
}

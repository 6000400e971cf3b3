/** Questions and answers by topic, with a search. The address of a question opens it. */
import { useEffect, useState } from 'react'
import { SearchField } from '../../../ui/form/SearchField'
import { useTranslation } from '../../../words/useTranslation'
import { figures } from './figures'
import styles from './Questions.module.css'
import { hasWords, type QuestionId, sections } from './questions'

/** The fragment as it is: IDs need no encoding, so text that would need decoding matches no question. */
const idAtAddress = () => location.hash.slice(1)

export function Questions() {
  const { t } = useTranslation('help')
  const [searched, setSearched] = useState('')
  const at = useAddress()
  const isFound = (id: QuestionId) =>
    searched.trim() === '' || hasWords(`${t(`questions.${id}.q`)} ${t(`questions.${id}.a`, figures)}`, searched.trim())
  const found = sections
    .map(({ id, questions }) => ({ id, questions: (questions as readonly QuestionId[]).filter(isFound) }))
    .filter(({ questions }) => questions.length > 0)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <section aria-labelledby="questions" className={styles.questions}>
      <h2 id="questions">{t('title')}</h2>
      <search>
        <SearchField label={t('search')} placeholder={t('hint')} value={searched} onChange={setSearched} hidesLabel={false} />
      </search>
      {/* announced only after a search */}
      <p role="status" className={styles.count}>
        {searched.trim() !== '' && (count === 0 ? t('none') : t('found', { count }))}
      </p>
      {searched.trim() === '' && (
        <nav aria-label={t('contents')} className={styles.contents}>
          {sections.map(({ id }) => (
            <a key={id} href={`#about-${id}`}>
              {t(`sections.${id}`)}
            </a>
          ))}
        </nav>
      )}
      {found.map(({ id, questions }) => (
        <div key={id} id={`about-${id}`} className={styles.section}>
          <h3>{t(`sections.${id}`)}</h3>
          {questions.map((question) => (
            <details key={question} id={question} open={question === at || undefined} className={styles.question}>
              <summary>{t(`questions.${question}.q`)}</summary>
              <p>{t(`questions.${question}.a`, figures)}</p>
            </details>
          ))}
        </div>
      ))}
    </section>
  )
}

/**
 * Returns the question named by the address. The browser looked for it before the page was rendered, so it is scrolled into view
 * here.
 */
function useAddress(): string {
  const [at, setAt] = useState(idAtAddress)
  useEffect(() => {
    const moved = () => setAt(idAtAddress())
    addEventListener('hashchange', moved)
    return () => removeEventListener('hashchange', moved)
  }, [])
  useEffect(() => {
    if (at) document.getElementById(at)?.scrollIntoView()
  }, [at])
  return at
}

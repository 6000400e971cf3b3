/** Questions and answers by topic, with a search. The address of a question opens it. */
import { useEffect, useState } from 'react'
import { SearchField } from '~/ui/form/SearchField'
import { useTranslation } from '~/words/useTranslation'
import { figures } from './figures'
import styles from './Questions.module.css'
import { hasWords, type QuestionId, sections } from './questions'

/** `openId` is the question in the address. */
export function Questions({ openId }: { openId: string }) {
  const { t } = useTranslation('help')
  const [search, setSearch] = useState('')
  // The browser itself looks for the question too early, before the page is rendered.
  useEffect(() => {
    if (openId) document.getElementById(openId)?.scrollIntoView()
  }, [openId])
  const isFound = (id: QuestionId) =>
    search.trim() === '' || hasWords(`${t(`questions.${id}.q`)} ${t(`questions.${id}.a`, figures)}`, search.trim())
  const found = sections
    .map(({ id, questions }) => ({ id, questions: (questions as readonly QuestionId[]).filter(isFound) }))
    .filter(({ questions }) => questions.length > 0)
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0)
  return (
    <section aria-labelledby="questions" className={styles.questions}>
      <h2 id="questions">{t('title')}</h2>
      <search>
        <SearchField label={t('search')} placeholder={t('hint')} value={search} onChange={setSearch} isLabelAbove />
      </search>
      {/* announced only after a search */}
      <p role="status" className={styles.count}>
        {search.trim() !== '' && (count === 0 ? t('none') : t('found', { count }))}
      </p>
      {search.trim() === '' && (
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
            <details key={question} id={question} open={question === openId || undefined} className={styles.question}>
              <summary>{t(`questions.${question}.q`)}</summary>
              <p>{t(`questions.${question}.a`, figures)}</p>
            </details>
          ))}
        </div>
      ))}
    </section>
  )
}

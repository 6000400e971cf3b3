/** The user guides to read and print, and the film. `npm run guides` generates them from the portal itself. */
import { guideAddress } from '~/kit/public/guides'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Guides.module.css'

const guides = ['paying', 'accounts'] as const

export function Guides() {
  const { t } = useTranslation('help')
  const language = useLanguage()
  return (
    <section aria-labelledby="guides">
      <h2 id="guides">{t('guides.title')}</h2>
      <ul className={styles.guides}>
        {guides.map((guide) => (
          <li key={guide}>
            {/* a file, not a screen */}
            <a href={guideAddress(guide, language, 'pdf')} target="_blank" rel="noreferrer">
              {t(`guides.${guide}`)}
            </a>
          </li>
        ))}
      </ul>
      <figure className={styles.film} aria-label={t('guides.film')}>
        {/* the key reloads the player when the language changes */}
        <video
          key={language}
          controls
          preload="none"
          poster={guideAddress('paying', language, 'jpg')}
          width={1280}
          height={800}
          aria-label={t('guides.film')}
        >
          <source src={guideAddress('paying', language, 'webm')} type="video/webm" />
          <track kind="captions" src={guideAddress('paying', language, 'vtt')} srcLang={language} label={t('guides.captions')} default />
        </video>
        <figcaption>{t('guides.filmHint')}</figcaption>
      </figure>
    </section>
  )
}

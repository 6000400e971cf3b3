/** What the portal does, for whom, how to come in, and what is asked most. */
import { link } from '../../core/links'
import { PublicPage } from '../../kit/public/PublicPage'
import { LinkButton } from '../../ui/button/LinkButton'
import { FormActions } from '../../ui/form/Form'
import { useTranslation } from '../../words/useTranslation'
import { figures } from './help/figures'
import { Guides } from './help/Guides'
import { Questions } from './help/Questions'
import { tips } from './help/questions'
import styles from './LearnMore.module.css'

const uses = ['see', 'pay', 'track', 'team'] as const
const steps = ['register', 'activate', 'bulk'] as const

export function LearnMore() {
  const { t } = useTranslation('identityPages')
  const { t: help } = useTranslation('help')
  return (
    <PublicPage title={t('learn.title')} subtitle={t('learn.lead')} size="reading">
      <div className={styles.parts}>
        <section aria-labelledby="uses">
          <h2 id="uses">{t('learn.usesTitle')}</h2>
          <ul className={styles.uses}>
            {uses.map((use) => (
              <li key={use}>
                <h3>{t(`learn.uses.${use}.title`)}</h3>
                <p>{t(`learn.uses.${use}.body`)}</p>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="steps">
          <h2 id="steps">{t('learn.stepsTitle')}</h2>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{t(`learn.steps.${step}`)}</li>
            ))}
          </ol>
          <FormActions>
            <LinkButton mode="primary" href={link('register')}>
              {t('register.title')}
            </LinkButton>
            <LinkButton href={link('signIn')}>{t('link.signIn')}</LinkButton>
          </FormActions>
        </section>
        <section aria-labelledby="tips">
          <h2 id="tips">{help('tipsTitle')}</h2>
          <ul className={styles.tips}>
            {tips.map((tip) => (
              <li key={tip}>{help(`tips.${tip}`, figures)}</li>
            ))}
          </ul>
        </section>
        <Guides />
        <Questions />
      </div>
    </PublicPage>
  )
}

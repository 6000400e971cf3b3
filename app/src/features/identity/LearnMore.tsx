/** Public page about the portal: its features, how to sign up, tips, guides and questions. */
import { link } from '~/core/links'
import { PublicPage } from '~/kit/public/PublicPage'
import { useFragment } from '~/kit/public/useFragment'
import { LinkButton } from '~/ui/button/LinkButton'
import { FormActions } from '~/ui/form/Form'
import { useTranslation } from '~/words/useTranslation'
import styles from './help/Help.module.css'
import { HelpParts } from './help/HelpParts'

const steps = ['register', 'activate', 'bulk'] as const

export function LearnMore() {
  const { t } = useTranslation('identityPages')
  return (
    <PublicPage title={t('learn.title')} subtitle={t('learn.lead')} size="reading">
      <HelpParts fragment={useFragment()}>
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
      </HelpParts>
    </PublicPage>
  )
}

/** Features, tips, guides and questions, for visitors and signed-in users. */
import type { ReactNode } from 'react'
import { useTranslation } from '~/words/useTranslation'
import { figures } from './figures'
import { Guides } from './Guides'
import styles from './Help.module.css'
import { Questions } from './Questions'
import { tips } from './questions'

const uses = ['see', 'pay', 'track', 'team'] as const

/** `children` is placed below the features. `fragment` is the address's, without the `#`. */
export function HelpParts({ fragment, children }: { fragment: string; children?: ReactNode }) {
  const { t } = useTranslation('identityPages')
  const { t: help } = useTranslation('help')
  return (
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
      {children}
      <section aria-labelledby="tips">
        <h2 id="tips">{help('tipsTitle')}</h2>
        <ul className={styles.tips}>
          {tips.map((tip) => (
            <li key={tip}>{help(`tips.${tip}`, figures)}</li>
          ))}
        </ul>
      </section>
      <Guides />
      <Questions openId={fragment} />
    </div>
  )
}

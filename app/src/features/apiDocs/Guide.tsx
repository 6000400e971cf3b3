/** The guide for programmers: a first job, signing in, errors, repeated requests, pages, limits and versions. */
import { useTranslation } from '~/words/useTranslation'
import styles from './ApiDocs.module.css'
import { type ApiDocument, documentAddress, sentencesOf } from './apiDocument'
import { CodeBlock } from './CallDetails'

const statuses = ['400', '401', '403', '404', '409', '410', '413', '422', '429', '500', '503'] as const
const jobCalls = ['GetOutstandingBills', 'CreateProposal', 'GetProposal'] as const

export function Guide({ document }: { document: ApiDocument }) {
  const { t } = useTranslation('apiDocs')
  const sentences = sentencesOf(document)
  const signIn = [
    `portal=${location.origin}`,
    'token=gbp_…',
    'bulk=3010000017',
    `curl $portal/billpayment-svc/api/v1/Bills/GetOutstandingBills/$bulk -H "Authorization: Bearer $token" --json '{}'`,
  ].join('\n')
  return (
    <div className={styles.guide}>
      <section aria-labelledby="guide-begin">
        <h2 id="guide-begin">{t('guide.begin.title')}</h2>
        <p>{t('guide.begin.body')}</p>
        <ol className={styles.steps}>
          {jobCalls.map((name) => (
            <li key={name}>
              <a href={`#${name}`}>{name}</a>: {t(`guide.begin.steps.${name}`)}
            </li>
          ))}
        </ol>
        <p>
          <a href={documentAddress}>{t('guide.begin.document')}</a> {t('guide.begin.generate')}
        </p>
      </section>
      <section aria-labelledby="guide-signIn">
        <h2 id="guide-signIn">{t('guide.signIn.title')}</h2>
        <p>{t('guide.signIn.body')}</p>
        <dl className={styles.schemes}>
          {Object.entries(document.components.securitySchemes).map(([name, scheme]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd lang="en">{scheme.description?.replaceAll('`', '')}</dd>
            </div>
          ))}
        </dl>
        <CodeBlock label={t('guide.signIn.title')}>{signIn}</CodeBlock>
      </section>
      <section aria-labelledby="guide-errors">
        <h2 id="guide-errors">{t('guide.errors.title')}</h2>
        <p>{t('guide.errors.body')}</p>
        <dl className={styles.schemes}>
          {statuses.map((status) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>{t(`guide.errors.statuses.${status}`)}</dd>
            </div>
          ))}
        </dl>
        <details className={styles.nested}>
          <summary>{t('guide.errors.all', { count: sentences.size })}</summary>
          <dl className={styles.allCodes} lang="en">
            {[...sentences].map(([code, sentence]) => (
              <div key={code}>
                <dt>
                  <code>{code}</code>
                </dt>
                <dd>{sentence}</dd>
              </div>
            ))}
          </dl>
        </details>
      </section>
      {(['once', 'pages', 'limits', 'versions'] as const).map((part) => (
        <section key={part} aria-labelledby={`guide-${part}`}>
          <h2 id={`guide-${part}`}>{t(`guide.${part}.title`)}</h2>
          <p>{t(`guide.${part}.body`, { version: document.info.version })}</p>
        </section>
      ))}
    </div>
  )
}

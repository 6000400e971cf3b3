/** One call: its address, permissions, curl command, parameters, body, response, and error codes. */
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useUiWords } from '~/ui/base/UiWords'
import { CopyButton } from '~/ui/button/CopyButton'
import { useTranslation } from '~/words/useTranslation'
import styles from './ApiDocs.module.css'
import { type ApiCall, type ApiDocument, contentOf, dataOf, sentencesOf } from './apiDocument'
import { curlOf } from './curl'
import { Fields } from './Fields'
import { sampleOf } from './sample'

interface Props {
  document: ApiDocument
  call: ApiCall
}

export function CallDetails({ document, call }: Props) {
  const { t } = useTranslation('apiDocs')
  const title = useRef<HTMLHeadingElement>(null)
  // A link to a call moves the focus to its title, so that screen readers continue there.
  useEffect(() => {
    title.current?.focus()
  }, [])
  const body = contentOf(call.requestBody?.content)
  const answer = contentOf(call.responses['200']?.content)
  const data = answer?.mediaType === 'application/json' ? dataOf(answer.content.schema) : undefined
  const curl = curlOf(document, call, location.origin)
  return (
    <article className={styles.call}>
      <p className={styles.back}>
        <a href="#calls">
          <ArrowLeft aria-hidden="true" />
          {t('back')}
        </a>
      </p>
      <header>
        <h2 ref={title} id={call.operationId} tabIndex={-1}>
          {call.operationId}
        </h2>
        <p className={styles.address}>
          <span className={styles.method} data-method={call.method}>
            {call.method}
          </span>
          <code>{call.path}</code>
        </p>
        {call.alias && (
          <p className={styles.faint}>
            {t('alias')} <code>{call.alias}</code>
          </p>
        )}
        <p>{call.summary}</p>
        <p className={styles.faint}>{call.description}</p>
        <p className={styles.faint}>{call['x-scope'] ? t('scope', { scope: call['x-scope'] }) : t('noScope')}</p>
      </header>
      <Part title={t('curl')} action={<Copy text={curl} name={t('copyCurl')} />}>
        <CodeBlock label={t('curl')}>{curl}</CodeBlock>
      </Part>
      {call.parameters.length > 0 && (
        <Part title={t('parameters')}>
          <Fields
            document={document}
            fields={call.parameters.map((one) => ({
              name: one.name,
              place: one.in,
              isRequired: one.required ?? false,
              schema: { description: one.description ?? '', ...(one.schema?.contentSchema ?? one.schema) },
            }))}
          />
        </Part>
      )}
      {body && (
        <Part title={t('body')} note={body.mediaType}>
          <Fields document={document} schema={body.content.schema ?? {}} />
          {body.mediaType === 'application/json' && (
            <Example
              title={body.content.example ? t('exampleRequest') : t('sampleRequest')}
              value={body.content.example ?? sampleOf(document, body.content.schema ?? {})}
            />
          )}
        </Part>
      )}
      <Part title={t('answer')} note={Object.keys(call.responses['200']?.content ?? {}).join(', ') || undefined}>
        {data ? (
          <>
            <p className={styles.faint}>{t('inData')}</p>
            <Fields document={document} schema={data} isAnswer />
          </>
        ) : (
          <p>{(call.responses['200'] ?? call.responses['303'])?.description}</p>
        )}
        {answer?.content.example !== undefined && <Example title={t('exampleAnswer')} value={answer.content.example} />}
      </Part>
      <Part title={t('codes')}>
        <ErrorCodes document={document} call={call} />
      </Part>
    </article>
  )
}

/** The error codes by HTTP status, each with its sentence. */
function ErrorCodes({ document, call }: Props) {
  const sentences = sentencesOf(document)
  return (
    <div className={styles.codes}>
      {Object.entries(call['x-codes']).map(([status, codes]) => (
        <details key={status} className={styles.status}>
          <summary>
            <strong>{status}</strong> <span className={styles.faint}>{codes.join(', ')}</span>
          </summary>
          <dl>
            {codes.map((code) => (
              <div key={code}>
                <dt>
                  <code>{code}</code>
                </dt>
                <dd lang="en">{sentences.get(code)}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </div>
  )
}

function Example({ title, value }: { title: string; value: unknown }) {
  const { copy } = useUiWords()
  const text = JSON.stringify(value, null, 2)
  return (
    <div className={styles.example}>
      <div className={styles.bar}>
        <h4>{title}</h4>
        <Copy text={text} name={`${copy}: ${title}`} />
      </div>
      <CodeBlock label={title}>{text}</CodeBlock>
    </div>
  )
}

const Copy = ({ text, name }: { text: string; name: string }) => <CopyButton text={text} label={name} mode="ghost" size="small" />

/** A block of code. It may scroll, so it has a name and takes the keyboard's focus. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard could not scroll the text
    <figure className={styles.code} tabIndex={0} aria-label={label}>
      <pre>
        <code>{children}</code>
      </pre>
    </figure>
  )
}

interface PartProps {
  title: string
  note?: string | undefined
  action?: ReactNode
  children: ReactNode
}

function Part({ title, note, action, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.bar}>
        <h3 id={id}>{title}</h3>
        {note && <span className={styles.faint}>{note}</span>}
        {action}
      </div>
      {children}
    </section>
  )
}

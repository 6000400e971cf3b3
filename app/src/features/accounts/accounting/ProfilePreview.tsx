/** The files of a profile as they would be with the company's newest bills or payments. Core makes them for each change of the form. */
import { previewAccounting } from 'gridbill-core/exports'
import { useDeferredValue, useState } from 'react'
import { type AccountingDraft, type AccountingPreviewFile, amountShown, numberShown } from '../../../core/core'
import { link } from '../../../core/links'
import { useRead } from '../../../kit/call/read'
import { Boundary } from '../../../kit/page/Boundary'
import { useBulkId } from '../../../kit/session/useProfile'
import { Link } from '../../../ui/button/Link'
import { Notice } from '../../../ui/feedback/Notice'
import { Views } from '../../../ui/layout/Views'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './Accounting.module.css'

/** Rows that are shown of each file. */
const shownRows = 20

export function ProfilePreview({ draft }: { draft: AccountingDraft }) {
  const { t } = useTranslation('accounting')
  return (
    <section className={styles.preview} aria-labelledby="accounting-preview">
      <h2 id="accounting-preview">{t('preview.title')}</h2>
      <p className={styles.muted}>{t(`preview.lead_${draft.stream}`)}</p>
      <Boundary isPart of={draft.stream}>
        <Files draft={draft} />
      </Boundary>
    </section>
  )
}

type Form = 'table' | 'text'

function Files({ draft: latest }: { draft: AccountingDraft }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  // Typing stays fast, because the preview is made after the fields have shown the text.
  const draft = useDeferredValue(latest)
  const { sources } = useRead('PreviewAccounting', { id: useBulkId(), stream: draft.stream })
  const [form, setForm] = useState<Form>('table')
  const { value: preview } = previewAccounting({ ...draft, name: draft.name.trim() || t('edit.new') }, sources, language)
  if (sources.length === 0) return <p>{t(`preview.none_${draft.stream}`)}</p>
  if (!preview) return <p>{t('preview.unfinished')}</p>
  const { documents, files, uncoded, debit, credit } = preview
  return (
    <>
      <Views
        label={t('preview.view')}
        current={form}
        onChange={(id) => setForm(id as Form)}
        views={[
          { id: 'table', label: t('preview.table') },
          { id: 'text', label: t('preview.text') },
        ]}
      />
      {files.map((file) => (
        <div key={file.name} className={styles.file}>
          <h3>{file.name}</h3>
          {form === 'table' ? (
            <Rows file={file} hasHeadings={draft.hasHeadings && draft.layout !== 'masterDetail'} />
          ) : (
            <Text file={file} />
          )}
          {file.rows.length > shownRows && <p className={styles.muted}>{t('preview.first', { shown: numberShown(shownRows) })}</p>}
        </div>
      ))}
      <p role="status" className={styles.sums}>
        {t('preview.sums', {
          count: documents.length,
          shown: numberShown(documents.length),
          debit: amountShown(debit),
          credit: amountShown(credit),
        })}
      </p>
      {uncoded.length > 0 && (
        <Notice tone="warning" title={t('preview.uncoded', { count: uncoded.length, shown: numberShown(uncoded.length) })}>
          <Link href={link('uncodedAccounts')}>{t('next.toUncoded')}</Link>
        </Notice>
      )}
    </>
  )
}

/** Rows and cells have no identity of their own; their places are their keys. */
const places = <Item,>(items: readonly Item[]) => items.map((item, place) => ({ item, key: String(place) }))

function Rows({ file: { name, rows }, hasHeadings }: { file: AccountingPreviewFile; hasHeadings: boolean }) {
  const shown = rows.slice(0, shownRows)
  const [headings, ...rest] = hasHeadings ? shown : [undefined, ...shown]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={styles.room} aria-label={name} tabIndex={0}>
      <table className={styles.table}>
        {headings && (
          <thead>
            <tr>
              {places(headings).map(({ item, key }) =>
                // A column that has no heading yet.
                item === '' ? (
                  <td key={key} />
                ) : (
                  <th key={key} scope="col">
                    {item}
                  </th>
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {places(rest).map(({ item: row, key }) => (
            <tr key={key}>
              {places(row ?? []).map(({ item, key }) => (
                <td key={key}>{item}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Text({ file: { name, text } }: { file: AccountingPreviewFile }) {
  const lines = text.split('\r\n').slice(0, shownRows)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={styles.room} aria-label={name} tabIndex={0}>
      <pre className={styles.text}>{lines.join('\n')}</pre>
    </section>
  )
}

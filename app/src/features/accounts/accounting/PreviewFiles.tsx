/** The first rows of some files, as tables or as text. */
import { useState } from 'react'
import { type AccountingDraft, type AccountingPreviewFile, numberShown } from '~/core/core'
import editor from '~/ui/form/Editor.module.css'
import { Views } from '~/ui/layout/Views'
import { useTranslation } from '~/words/useTranslation'
import styles from './Accounting.module.css'

/** Rows that are shown of each file. */
const shownRows = 20

type Form = 'table' | 'text'

interface Props {
  files: readonly AccountingPreviewFile[]
  draft: Pick<AccountingDraft, 'hasHeadings' | 'layout'>
}

export function PreviewFiles({ files, draft }: Props) {
  const { t } = useTranslation('accounting')
  const [form, setForm] = useState<Form>('table')
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
          {file.rows.length > shownRows && <p className={editor.muted}>{t('preview.first', { shown: numberShown(shownRows) })}</p>}
        </div>
      ))}
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

/** The files of a profile as they would be with the company's newest bills or payments. Core makes them for each change of the form. */
import { previewAccounting } from 'gridbill-core/exports'
import { memo, useDeferredValue } from 'react'
import { type AccountingDraft, type AccountingSource, amountShown, numberShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId } from '~/kit/session/useProfile'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import editor from '~/ui/form/Editor.module.css'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Accounting.module.css'
import { Misfits } from './Misfits'
import { PreviewFiles } from './PreviewFiles'
import { Unmapped } from './Unmapped'
import { useUncodedLink } from './useUncodedLink'

export function ProfilePreview({ draft }: { draft: AccountingDraft }) {
  const { t } = useTranslation('accounting')
  return (
    <section className={editor.side} aria-labelledby="accounting-preview">
      <h2 id="accounting-preview">{t('preview.title')}</h2>
      <p className={editor.muted}>{t(`preview.lead_${draft.stream}`)}</p>
      <Boundary isPart of={draft.stream}>
        <Files draft={draft} />
      </Boundary>
    </section>
  )
}

function UncodedLink() {
  const { href, label } = useUncodedLink()
  return <Link href={href}>{label}</Link>
}

function Files({ draft: latest }: { draft: AccountingDraft }) {
  // Typing stays fast, because the preview is made after the fields have shown the text.
  const draft = useDeferredValue(latest)
  const { sources } = useRead('PreviewAccounting', { id: useBulkId(), stream: draft.stream })
  return <Preview draft={draft} sources={sources} />
}

function PreviewOf({ draft, sources }: { draft: AccountingDraft; sources: AccountingSource[] }) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const { value: preview } = previewAccounting({ ...draft, name: draft.name.trim() || t('edit.new') }, sources, language)
  if (sources.length === 0) return <p>{t(`preview.none_${draft.stream}`)}</p>
  if (!preview) return <p>{t('preview.unfinished')}</p>
  const { documents, files, uncoded, unmapped, misfits, debit, credit } = preview
  return (
    <>
      <PreviewFiles files={files} draft={draft} />
      <p role="status" className={styles.sums}>
        {t('preview.sums', {
          count: documents.length,
          shown: numberShown(documents.length),
          debit: amountShown(debit),
          credit: amountShown(credit),
        })}
      </p>
      <Misfits misfits={misfits} />
      <Unmapped kinds={unmapped} />
      {uncoded.length > 0 && (
        <Notice tone="warning" title={t('preview.uncoded', { count: uncoded.length, shown: numberShown(uncoded.length) })}>
          <UncodedLink />
        </Notice>
      )}
    </>
  )
}

// Memoised, or the render that shows the text would make the preview of the earlier draft again.
const Preview = memo(PreviewOf)

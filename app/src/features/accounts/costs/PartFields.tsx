/** The fields of a coding's parts: cost centre, share and ledger account, with the sum of the shares. */
import { Plus, Trash2 } from 'lucide-react'
import { type CostCentreName, numberShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import editor from '~/ui/form/Editor.module.css'
import { SearchSelect } from '~/ui/form/SearchSelect'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './Coding.module.css'
import { newPart, type PartEntry, replaced, totalOf } from './codingForm'

interface Props {
  /** The name of the parts in the request. */
  field: string
  parts: readonly PartEntry[]
  centres: readonly CostCentreName[]
  onChange: (parts: PartEntry[]) => void
  errorAt: (field: string) => string | undefined
  /** Whether there may be no part. */
  mayBeEmpty?: boolean
}

export function PartFields({ field, parts, centres, onChange, errorAt, mayBeEmpty = false }: Props) {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const options = centres.map(({ code, name }) => ({ id: code, label: `${code} ${name}`, code }))
  const set = (part: PartEntry, next: Partial<PartEntry>) => onChange(replaced(parts, part.key, { ...part, ...next }))
  const problem = errorAt(field)
  return (
    <div className={styles.parts}>
      {parts.map((part, place) => {
        const number = numberShown(place + 1)
        const at = `${field}.${place}`
        return (
          <fieldset key={part.key} className={styles.part} aria-label={t('part.title', { number })}>
            <div className={`${editor.fields} ${styles.fields}`}>
              <SearchSelect
                id={`${at}.code`}
                label={t('part.centre')}
                options={options}
                value={part.code || null}
                onChange={(code) => set(part, { code: code ?? '' })}
                error={errorAt(`${at}.code`)}
                isRequired
              />
              <TextField
                id={`${at}.share`}
                label={t('part.share')}
                value={part.share}
                onChange={(share) => set(part, { share })}
                error={errorAt(`${at}.share`)}
                inputMode="decimal"
                autoComplete="off"
                suffix="%"
                isTabular
                isRequired
              />
              <TextField
                id={`${at}.ledgerAccount`}
                label={t('part.ledger')}
                value={part.ledgerAccount}
                onChange={(ledgerAccount) => set(part, { ledgerAccount })}
                error={errorAt(`${at}.ledgerAccount`)}
                autoComplete="off"
                isRequired
              />
            </div>
            {(parts.length > 1 || mayBeEmpty) && (
              <Button
                size="small"
                mode="ghost"
                icon={<Trash2 />}
                label={t('part.remove', { number })}
                onPress={() => onChange(replaced(parts, part.key, undefined))}
              />
            )}
          </fieldset>
        )
      })}
      <div className={styles.total}>
        {/* The error summary links here. */}
        <Button id={field} size="small" icon={<Plus />} onPress={() => onChange([...parts, newPart()])}>
          {t('part.add')}
        </Button>
        {parts.length > 0 && <span aria-live="polite">{t('part.total', { total: totalOf(parts, language) })}</span>}
      </div>
      {problem && <p className={editor.problem}>{problem}</p>}
    </div>
  )
}

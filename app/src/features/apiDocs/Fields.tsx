/** The fields of a type. Fields of a nested type are rendered when they are expanded, because a type can contain itself. */
import { useState } from 'react'
import { useTranslation } from '~/words/useTranslation'
import styles from './ApiDocs.module.css'
import { type ApiDocument, fieldsOf, nameOf, partOf, resolved, type Schema, typeOf, valuesOf } from './apiDocument'

interface Field {
  name: string
  schema: Schema
  isRequired: boolean
  /** Where a parameter is sent: path, query or header. */
  place?: string
}

interface Props {
  document: ApiDocument
  schema?: Schema
  fields?: readonly Field[]
  /** Whether the fields belong to a response, in which no field is marked as required. */
  isAnswer?: boolean
}

export function Fields({ document, schema = {}, fields, isAnswer = false }: Props) {
  const { t } = useTranslation('apiDocs')
  const part = partOf(document, schema)
  const shown: readonly Field[] = fields ?? (part ? fieldsOf(document, part) : [])
  if (shown.length === 0)
    return (
      <p className={styles.faint}>
        {typeOf(document, schema) === 'object' || nameOf(schema) === 'Nothing' ? t('noFields') : typeOf(document, schema)}
      </p>
    )
  return (
    <ul className={styles.fields}>
      {shown.map(({ name, schema: field, isRequired, place }) => {
        const values = valuesOf(document, field)
        const nested = partOf(document, field)
        const description = field.description || resolved(document, field).description?.split('\n\n- `')[0]
        return (
          <li key={`${place} ${name}`}>
            <p>
              <code>{name}</code> <span className={styles.type}>{typeOf(document, field)}</span>
              {place && <span className={styles.faint}> {t(`place.${place as 'path' | 'query' | 'header'}`)}</span>}
              {isRequired && !isAnswer && <strong className={styles.required}> {t('required')}</strong>}
            </p>
            {description && <p className={styles.faint}>{description}</p>}
            {values.length > 0 && <p className={styles.values}>{values.map((value) => `"${value}"`).join(' | ')}</p>}
            {nested && <Nested document={document} schema={nested} name={name} isAnswer={isAnswer} />}
          </li>
        )
      })}
    </ul>
  )
}

function Nested({ name, ...props }: { document: ApiDocument; schema: Schema; name: string; isAnswer: boolean }) {
  const { t } = useTranslation('apiDocs')
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.nested} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('fieldsOf', { name })}</summary>
      {isOpen && <Fields {...props} />}
    </details>
  )
}

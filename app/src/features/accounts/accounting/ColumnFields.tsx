/** The columns of a record: heading, value and limit, which can be added, removed and moved by keyboard. */

import { columnSources } from 'gridbill-core/exports'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type AccountingStream, type ColumnSource, numberShown } from '~/core/core'
import { useFocusAdded } from '~/kit/form/useFocusAdded'
import { Button } from '~/ui/button/Button'
import editor from '~/ui/form/Editor.module.css'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useTranslation } from '~/words/useTranslation'
import styles from './Accounting.module.css'
import { type ColumnEntry, moved, newColumn } from './profileForm'

interface Props {
  /** The name of the columns in the request. */
  field: 'documentColumns' | 'lineColumns'
  columns: readonly ColumnEntry[]
  stream: AccountingStream
  onChange: (columns: readonly ColumnEntry[]) => void
  errorAt: (field: string) => string | undefined
}

export function ColumnFields({ field, columns, stream, onChange, errorAt }: Props) {
  const { t } = useTranslation('accounting')
  const sources = useMemo(
    () => columnSources(stream, field === 'documentColumns').map((source) => ({ id: source, label: t(`sources.${source}`) })),
    [stream, field, t],
  )
  const [said, setSaid] = useState('')
  const focusAdded = useFocusAdded()
  const focusMoved = useFocusMoved()
  const problem = errorAt(field)
  const nameOf = ({ heading }: ColumnEntry, place: number) => heading.trim() || t('column.one', { number: numberShown(place + 1) })
  const set = (key: string, next: Partial<ColumnEntry>) =>
    onChange(columns.map((column) => (column.key === key ? { ...column, ...next } : column)))
  function move(place: number, by: number) {
    const column = columns[place]
    const to = place + by
    if (column === undefined || to < 0 || to >= columns.length) return
    focusMoved()
    onChange(moved(columns, place, by))
    setSaid(t('column.moved', { heading: nameOf(column, place), number: numberShown(to + 1), count: columns.length }))
  }
  function remove(place: number) {
    const column = columns[place]
    if (column === undefined) return
    focusAdded(columns.length > 1 ? `${field}.${Math.min(place, columns.length - 2)}.heading` : field)
    onChange(columns.filter(({ key }) => key !== column.key))
    setSaid(t('column.removed', { heading: nameOf(column, place) }))
  }
  function add() {
    focusAdded(`${field}.${columns.length}.heading`)
    onChange([...columns, newColumn()])
  }
  const onKeyDown = (place: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(place, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <div className={styles.columns}>
      <ol className={styles.columnList}>
        {columns.map((column, place) => {
          const at = `${field}.${place}`
          const heading = nameOf(column, place)
          const isTyped = column.source === 'constant' || column.source === 'documentType'
          return (
            <li key={column.key}>
              <fieldset className={styles.column} aria-label={heading} onKeyDownCapture={onKeyDown(place)}>
                <span className={styles.place} aria-hidden="true">
                  {numberShown(place + 1)}
                </span>
                <div className={styles.columnFields}>
                  <TextField
                    id={`${at}.heading`}
                    label={t('column.heading')}
                    value={column.heading}
                    onChange={(next) => set(column.key, { heading: next })}
                    error={errorAt(`${at}.heading`)}
                    autoComplete="off"
                    isRequired
                  />
                  <Select
                    id={`${at}.source`}
                    label={t('column.source')}
                    options={sources}
                    value={column.source}
                    onChange={(source) => set(column.key, { source: source as ColumnSource })}
                    error={errorAt(`${at}.source`)}
                  />
                  {isTyped && (
                    <TextField
                      id={`${at}.constant`}
                      label={t(column.source === 'constant' ? 'column.constant' : 'column.types')}
                      hint={column.source === 'constant' ? undefined : t('column.typesHint')}
                      value={column.constant}
                      onChange={(constant) => set(column.key, { constant })}
                      error={errorAt(`${at}.constant`)}
                      autoComplete="off"
                    />
                  )}
                </div>
                <div className={styles.columnActions}>
                  <Button
                    size="small"
                    mode="ghost"
                    icon={<ArrowUp />}
                    label={t('column.up', { heading })}
                    isDisabled={place === 0}
                    why={t('column.isFirst')}
                    onPress={() => move(place, -1)}
                  />
                  <Button
                    size="small"
                    mode="ghost"
                    icon={<ArrowDown />}
                    label={t('column.down', { heading })}
                    isDisabled={place === columns.length - 1}
                    why={t('column.isLast')}
                    onPress={() => move(place, 1)}
                  />
                  <Button
                    size="small"
                    mode="ghost"
                    icon={<Trash2 />}
                    label={t('column.remove', { heading })}
                    onPress={() => remove(place)}
                  />
                </div>
              </fieldset>
            </li>
          )
        })}
      </ol>
      <div>
        {/* The error summary links here. */}
        <Button id={field} size="small" icon={<Plus />} onPress={add}>
          {t('column.add')}
        </Button>
      </div>
      {problem && <p className={editor.problem}>{problem}</p>}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

/** Returns a function to call before a column moves. The browser takes the focus from an element that moves, so it is given back. */
function useFocusMoved() {
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus()
    focused.current = null
  })
  return () => {
    focused.current = document.activeElement
  }
}

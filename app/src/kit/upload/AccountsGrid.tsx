/** The table of accounts, in which the user corrects them, with the errors of each row next to it. */
import { Download, FileSpreadsheet, Plus } from 'lucide-react'
import { type ClipboardEvent, type Dispatch, type KeyboardEvent, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react'
import { numberShown, type RowState } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { DataTable } from '~/ui/table/DataTable'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { RowCountBadges } from '../accounts/RowCountBadges'
import { countRows, type Records } from '../accounts/records'
import { messageOf } from '../call/api'
import { save } from '../call/save'
import { useAction } from '../call/write'
import { useUndoHere } from '../form/useUndo'
import { writeWorkbook } from '../sheet/reader'
import styles from './AccountsGrid.module.css'
import { gridColumns } from './columns'
import { listedNumbers, missingFrom, suggestAccount } from './known'
import {
  accountsOf,
  addAccounts,
  addRow,
  changeRow,
  type List,
  parseCells,
  pasteCells,
  type Row,
  removeRows,
  restoreRows,
  undoPaste,
} from './list'
import { useSteps } from './useSteps'

interface Props {
  list: List
  records: Records
  /** The file that the rows were read from. */
  fileName: string | undefined
  /** The company's accounts that could be added. */
  known: ReadonlySet<string>
  onList: Dispatch<SetStateAction<List>>
}

const keyOf = (row: Row) => row.key
const isIn = (list: List, { key }: Row) => list.rows.some((row) => row.key === key)
/** States that the table can be filtered by. */
const filterStates = ['toFix', 'notKnown'] as const
const labelOf = (row: Row) => row.accountNo

export function AccountsGrid({ list, records, fileName, known, onList }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  // The filter, with the rows that it showed when it was set. A corrected row stays, because otherwise it would vanish
  // while the user edits it.
  const [filter, setFilter] = useState<{ state: RowState; rows: ReadonlySet<string> }>()
  const addedKey = useRef<string>(undefined)
  const { stateOf } = records
  const offerUndo = useUndoHere()
  const { now, change, onKey } = useSteps(list, onList)
  const grid = useRef<HTMLDivElement>(null)
  const counts = useMemo(() => countRows(list.rows.map(stateOf)), [list.rows, stateOf])

  const onEdit = useCallback(
    (row: Row, cells: Partial<Pick<Row, 'accountNo' | 'referenceId'>>) => change((old) => changeRow(old, row.key, cells)),
    [change],
  )
  const remove = useCallback(
    (goes: (row: Row) => boolean) => {
      const before = now.current
      const gone = before.rows.filter(goes)
      const account = gone.length === 1 ? gone[0]?.accountNo : undefined
      change((old) => removeRows(old, goes))
      offerUndo(
        account ? t('upload.removedRow', { account }) : t('upload.removed', { count: gone.length, shown: numberShown(gone.length) }),
        () => change((old) => restoreRows(old, { ...before, rows: before.rows.filter((row) => goes(row) || isIn(old, row)) })),
      )
    },
    [now, change, offerUndo, t],
  )
  const onRemove = useCallback((row: Row) => remove(({ key }) => key === row.key), [remove])
  const listed = useMemo(() => listedNumbers(list.rows), [list.rows])
  const listedNow = useRef(listed)
  listedNow.current = listed
  // Changes only when rows are added or removed, so that editing a row does not render the others again.
  const places = useMemo(() => new Map(list.rows.map(({ key }, index) => [key, index + 1])), [list.rows.length, list.next])
  const shownKeys = useRef<readonly string[]>([])
  const onPaste = useCallback(
    (row: Row, column: 'accountNo' | 'referenceId', event: ClipboardEvent) => {
      const cells = parseCells(event.clipboardData.getData('text'))
      if (!cells) return
      event.preventDefault()
      const keys = shownKeys.current.slice(shownKeys.current.indexOf(row.key))
      const before = now.current
      const after = pasteCells(before, keys, column, cells)
      change(() => after)
      setFilter(undefined)
      offerUndo(t('upload.pasted', { count: cells.length, shown: numberShown(cells.length) }), () =>
        change((old) => undoPaste(old, before, after)),
      )
    },
    [now, change, offerUndo, t],
  )
  const columns = useMemo(
    () =>
      gridColumns(t, language, records, {
        onEdit,
        onRemove,
        onPaste,
        addedKey,
        placeOf: ({ key }) => places.get(key) ?? 0,
        suggestionFor: ({ accountNo }) => suggestAccount(accountNo, known, listedNow.current),
      }),
    [t, language, records, onEdit, onRemove, onPaste, places, known],
  )
  const shown = useMemo(
    () => (filter ? list.rows.filter((row) => stateOf(row) === filter.state || filter.rows.has(row.key)) : list.rows),
    [list.rows, stateOf, filter],
  )
  shownKeys.current = shown.map(keyOf)
  const missing = missingFrom(known, listed)
  const rowsThatAre = (state: RowState) => list.rows.filter((row) => stateOf(row) === state)

  function add() {
    addedKey.current = `row-${list.next}`
    change(addRow)
    setFilter((old) => old && { ...old, rows: new Set([...old.rows, `row-${list.next}`]) })
  }
  function undoByKey(event: KeyboardEvent) {
    if (!onKey(event)) return
    event.preventDefault()
    // The focused row may have been removed.
    requestAnimationFrame(() => {
      if (!grid.current?.contains(document.activeElement)) grid.current?.focus()
    })
  }
  const download = useAction(() => writeWorkbook(accountsOf(list), language), { onSuccess: (file) => save(file, t('upload.fileName')) })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles keys of the fields inside
    <div className={styles.grid} ref={grid} tabIndex={-1} onKeyDown={undoByKey}>
      {fileName !== undefined && (
        <p className={styles.file}>
          <FileSpreadsheet aria-hidden="true" />
          <span>{t('upload.from', { name: fileName })}</span>
        </p>
      )}
      {missing.length > 0 && <MissingAccounts missing={missing} onAdd={() => change((old) => addAccounts(old, missing))} />}
      <div className={styles.head}>
        <p className={styles.counts} role="status">
          <RowCountBadges counts={counts} />
          {records.isAsking && <span className={styles.asking}>{t('upload.asking')}</span>}
        </p>
        <div className={styles.actions}>
          <Button icon={<Plus />} onPress={add}>
            {t('upload.addRow')}
          </Button>
          <Button icon={<Download />} onPress={() => download.mutate(undefined)}>
            {t('upload.corrected')}
          </Button>
        </div>
      </div>
      {download.isError && (
        <Notice tone="bad" isAnnounced>
          {messageOf(download.error)}
        </Notice>
      )}
      <DataTable
        caption={
          filter
            ? t('upload.captionOf', { count: list.rows.length, some: numberShown(shown.length), shown: numberShown(list.rows.length) })
            : t('upload.caption', { count: list.rows.length, shown: numberShown(list.rows.length) })
        }
        columns={columns}
        rows={shown}
        rowKey={keyOf}
        rowLabel={labelOf}
        hasFields
        isFiltered={filter !== undefined}
        empty={{ title: t('upload.empty') }}
        emptyFiltered={{
          title: t('upload.allRight'),
          action: <Button onPress={() => setFilter(undefined)}>{t('upload.showAll')}</Button>,
        }}
        toolbar={
          (counts.toFix + counts.notKnown > 0 || filter) && (
            <>
              {filterStates
                .filter((state) => counts[state] > 0 || filter?.state === state)
                .map((state) => (
                  <Button
                    key={state}
                    size="small"
                    aria-pressed={filter?.state === state}
                    onPress={() => setFilter(filter?.state === state ? undefined : { state, rows: new Set(rowsThatAre(state).map(keyOf)) })}
                  >
                    {t(`upload.only.${state}`)}
                  </Button>
                ))}
              {filterStates
                .filter((state) => counts[state] > 0)
                .map((state) => (
                  <Button
                    key={state}
                    size="small"
                    mode="ghost"
                    onPress={() => {
                      const keys = new Set(rowsThatAre(state).map(keyOf))
                      remove(({ key }) => keys.has(key))
                    }}
                  >
                    {t(`upload.removeAll.${state}`)}
                  </Button>
                ))}
            </>
          )
        }
      />
    </div>
  )
}

/** Maximum accounts that the notice names; the rest are counted. */
const maxNamed = 100

/** Offers to add the company's accounts that are missing from the list. */
function MissingAccounts({ missing, onAdd }: { missing: readonly string[]; onAdd: () => void }) {
  const { t } = useTranslation('accounts')
  const count = { count: missing.length, shown: numberShown(missing.length) }
  const rest = missing.length - maxNamed
  return (
    <Notice tone="neutral" title={t('upload.missing', count)} actions={<Button onPress={onAdd}>{t('upload.addMissing', count)}</Button>}>
      <details>
        <summary>{t('upload.seeMissing')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
        <ul className={styles.missing} tabIndex={0} aria-label={t('upload.missing', count)}>
          {missing.slice(0, maxNamed).map((number) => (
            <li key={number}>{number}</li>
          ))}
          {rest > 0 && <li>{t('upload.moreMissing', { count: rest, shown: numberShown(rest) })}</li>}
        </ul>
      </details>
    </Notice>
  )
}

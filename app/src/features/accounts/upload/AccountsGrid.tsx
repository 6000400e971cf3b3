/** The accounts of a list, each put right where it stands, with the reason beside it. */
import { Download, Plus } from 'lucide-react'
import { type Dispatch, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../../api'
import { countShown } from '../../../core'
import { save } from '../../../save'
import { writeWorkbook } from '../../../sheet/reader'
import { Button } from '../../../ui/Button'
import { DataTable } from '../../../ui/DataTable'
import { Notice } from '../../../ui/Notice'
import { StatusBadge } from '../../../ui/StatusBadge'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import styles from './AccountsGrid.module.css'
import { gridColumns } from './columns'
import { accountsOf, added, changed, type List, type Row, removed, wrongOf } from './list'

interface Props {
  list: List
  onList: Dispatch<SetStateAction<List>>
}

const keyOf = (row: Row) => row.key
const isWrong = (row: Row) => row.refusal !== null
const labelOf = (row: Row) => row.accountNo

export function AccountsGrid({ list, onList }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const [problem, setProblem] = useState<string>()
  // The rows that stay on show although only wrong ones were asked for: put right, one would vanish under the hands.
  const [kept, setKept] = useState<ReadonlySet<string>>()
  const fresh = useRef<string>(undefined)
  const wrong = wrongOf(list)
  const ok = list.rows.length - wrong

  const onEdit = useCallback(
    (row: Row, change: Partial<Pick<Row, 'accountNo' | 'referenceId'>>) => onList((old) => changed(old, row.key, change)),
    [onList],
  )
  const onRemove = useCallback((row: Row) => onList((old) => removed(old, ({ key }) => key === row.key)), [onList])
  const columns = useMemo(() => gridColumns(t, language, { onEdit, onRemove, fresh }), [t, language, onEdit, onRemove])
  const shown = useMemo(() => (kept ? list.rows.filter((row) => isWrong(row) || kept.has(row.key)) : list.rows), [list.rows, kept])

  function add() {
    fresh.current = `row-${list.next}`
    onList(added)
    setKept((old) => old && new Set([...old, `row-${list.next}`]))
  }
  async function download() {
    setProblem(undefined)
    try {
      save(await writeWorkbook(accountsOf(list), language), t('upload.fileName'))
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <div className={styles.grid}>
      <div className={styles.head}>
        <p className={styles.counts} role="status">
          <StatusBadge tone="good">{t('upload.ok', { shown: countShown(ok) })}</StatusBadge>
          {wrong > 0 && <StatusBadge tone="bad">{t('upload.wrong', { shown: countShown(wrong) })}</StatusBadge>}
        </p>
        <div className={styles.actions}>
          <Button icon={<Plus />} onPress={add}>
            {t('upload.addRow')}
          </Button>
          <Button icon={<Download />} onPress={() => void download()}>
            {t('upload.corrected')}
          </Button>
        </div>
      </div>
      {problem && (
        <Notice tone="bad" isAnnounced>
          {problem}
        </Notice>
      )}
      <DataTable
        caption={
          kept
            ? t('upload.captionOf', { count: list.rows.length, some: countShown(shown.length), shown: countShown(list.rows.length) })
            : t('upload.caption', { count: list.rows.length, shown: countShown(list.rows.length) })
        }
        columns={columns}
        rows={shown}
        rowKey={keyOf}
        rowLabel={labelOf}
        isFiltered={kept !== undefined}
        empty={{ title: t('upload.empty') }}
        emptyFiltered={{
          title: t('upload.allRight'),
          action: <Button onPress={() => setKept(undefined)}>{t('upload.showAll')}</Button>,
        }}
        toolbar={
          (wrong > 0 || kept) && (
            <>
              <Button
                size="small"
                aria-pressed={kept !== undefined}
                onPress={() => setKept(kept ? undefined : new Set(list.rows.filter(isWrong).map(keyOf)))}
              >
                {t('upload.onlyWrong')}
              </Button>
              {wrong > 0 && (
                <Button size="small" mode="ghost" onPress={() => onList((old) => removed(old, isWrong))}>
                  {t('upload.removeWrong')}
                </Button>
              )}
            </>
          )
        }
      />
    </div>
  )
}

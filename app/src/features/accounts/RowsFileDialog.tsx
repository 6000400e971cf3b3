/** Dialogue that reads a file of rows, names its wrong rows, and saves the file once no row is wrong. */
import { FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type HiddenRows, numberShown } from '~/core/core'
import { FileField } from '~/kit/form/FileField'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { HiddenRowsNotice } from '~/kit/upload/HiddenRowsNotice'
import { Button } from '~/ui/button/Button'
import { ChartTable } from '~/ui/chart/ChartTable'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { Modal } from '~/ui/overlay/Modal'
import { useTranslation } from '~/words/useTranslation'

/** Wrong rows that are shown. Users correct them in the file. */
const shownRows = 100

export const workbookTypes = '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface WrongRow {
  line: number
  code: string
}

interface ReadFile {
  wrong: readonly WrongRow[]
}

/** The rows of a file, the reason why it cannot be read, or a question about its hidden rows. */
type ReadResult<Read> = { read: Read } | { problem: string } | { hidden: string }

/** A count for words, as a number and as it is shown. */
export interface Counted {
  count: number
  shown: string
}

export const counted = (count: number): Counted => ({ count, shown: numberShown(count) })

interface RowsFileWords {
  title: string
  lead: string
  choose: string
  limits: string
  reading: string
  chooseFirst: string
  submit: (rows: Counted) => string
  submitNone: string
  fine: (rows: Counted) => string
  wrong: (rows: Counted) => string
  rows: string
  row: string
  reason: string
}

interface Props<Read extends ReadFile> {
  words: RowsFileWords
  /** The types of files, as the `accept` of an input. */
  accept: string
  /** The record that the file is about. A file that was read for another record is discarded. */
  of?: string | undefined
  /** Controls above the file. */
  children?: ReactNode
  /** Whether a file can be chosen. */
  canChoose?: boolean
  onRead: (file: File, hidden?: HiddenRows) => Promise<ReadResult<Read>>
  /** Returns how many rows would be saved. */
  countOf: (read: Read) => number
  sentenceOf: (row: Read['wrong'][number]) => string
  saving: { isPending: boolean; error: Error | null; reset: () => void }
  onSave: (read: Read) => void
  onClose: () => void
}

interface Chosen<Read> {
  file: File
  of: string | undefined
  read?: Read
  problem?: string
  hidden?: string
}

export function RowsFileDialog<Read extends ReadFile>(props: Props<Read>) {
  const { words, accept, of, children, canChoose = true, onRead, countOf, sentenceOf, saving, onSave, onClose } = props
  const { t: common } = useTranslation()
  const [latest, setLatest] = useState<Chosen<Read>>()
  const chosen = latest?.of === of ? latest : undefined
  const { read, problem, hidden } = chosen ?? {}
  const isReading = chosen !== undefined && (read ?? problem ?? hidden) === undefined
  const isFine = read !== undefined && read.wrong.length === 0
  async function choose(file: File, hiddenRows?: HiddenRows) {
    saving.reset()
    const reading = { file, of }
    setLatest(reading)
    const result = await onRead(file, hiddenRows)
    // In the meantime the user may have chosen another record, and a file for it.
    setLatest((now) => (now === reading ? { ...reading, ...result } : now))
  }
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.title}
      size="large"
      isDismissable={!saving.isPending}
      closesOnOutside={false}
      footer={
        <>
          <Button onPress={onClose} isDisabled={saving.isPending}>
            {common('ui.cancel')}
          </Button>
          <Button
            mode="primary"
            onPress={() => isFine && onSave(read)}
            isLoading={saving.isPending}
            isDisabled={!isFine}
            why={isFine ? undefined : words.chooseFirst}
          >
            {isFine ? words.submit(counted(countOf(read))) : words.submitNone}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p>{words.lead}</p>
        {children}
        {canChoose && (
          <FileField
            label={words.choose}
            hint={words.limits}
            accept={accept}
            icon={<FileSpreadsheet aria-hidden="true" />}
            name={chosen?.file.name}
            doing={isReading ? words.reading : undefined}
            error={problem}
            onFile={(file) => void choose(file)}
          />
        )}
        {chosen && hidden && <HiddenRowsNotice sentence={hidden} onChoose={(choice) => void choose(chosen.file, choice)} />}
        {chosen && saving.error && <RefusalNotice error={saving.error} />}
        {isFine && <Notice tone="good" title={words.fine(counted(countOf(read)))} isAnnounced />}
        {read && read.wrong.length > 0 && (
          <>
            <Notice tone="bad" title={words.wrong(counted(read.wrong.length))} isAnnounced />
            <ChartTable caption={words.rows}>
              <thead>
                <tr>
                  <th scope="col">{words.row}</th>
                  <th scope="col">{words.reason}</th>
                </tr>
              </thead>
              <tbody>
                {read.wrong.slice(0, shownRows).map((row) => (
                  <tr key={`${row.line} ${row.code}`}>
                    <th scope="row">{numberShown(row.line)}</th>
                    <td>{sentenceOf(row)}</td>
                  </tr>
                ))}
              </tbody>
            </ChartTable>
          </>
        )}
      </Stack>
    </Modal>
  )
}

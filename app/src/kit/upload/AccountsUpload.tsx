/**
 * Accounts from a workbook, for a registration or for adding accounts. The browser reads the workbook, checks the accounts
 * against the utility's records, and shows them in a table for corrections. `onChange` must be stable.
 */
import { useEffect, useMemo, useState } from 'react'
import { type ErrorBody, type HiddenRows, type NewAccount, type RowCounts, sentence } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { companyAccounts } from '../accounts/companyAccounts'
import { countRows, type ListOwner, useRecords } from '../accounts/records'
import { messageOf } from '../call/api'
import { useOptionalQuery } from '../call/read'
import { checkRows, readWorkbook } from '../sheet/reader'
import { AccountsGrid } from './AccountsGrid'
import { FilePicker } from './FilePicker'
import { HiddenRowsNotice } from './HiddenRowsNotice'
import { accountsOf, addRow, applyRefusals, countWrong, hasHadRows, listOf, replaceRows, wellFormedNumbers } from './list'

export interface TypedAccounts {
  accounts: NewAccount[]
  /** Whether there is at least one account and all are well-formed. */
  isValid: boolean
  /** Whether accounts are still being checked against the records. */
  isAsking: boolean
  counts: RowCounts
}

interface Props {
  initial?: readonly NewAccount[]
  owner?: ListOwner
  /** The company's registration number, under which the utility's records list the accounts that could be added. */
  registrationNo?: string | undefined
  onChange: (typed: TypedAccounts) => void
}

export function AccountsUpload({ initial = [], owner, registrationNo, onChange }: Props) {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { list, setList, hasFailed, retry } = useAccountsList(initial)
  const numbers = useMemo(() => wellFormedNumbers(list), [list])
  const records = useRecords(owner, numbers)
  const { stateOf, isAsking } = records
  const found = useOptionalQuery(companyAccounts(registrationNo))
  const known = useMemo(
    () => new Set((found?.accounts ?? []).filter(({ errorType }) => errorType === null).map(({ accountNo }) => accountNo)),
    [found],
  )
  /** The name of the last workbook that was read, and the number of workbooks that were read. */
  const [{ fileName, count }, setRead] = useState<{ fileName?: string; count: number }>({ count: 0 })
  useEffect(() => {
    const isValid = list.rows.length > 0 && list.isChecked && countWrong(list) === 0
    onChange({ accounts: accountsOf(list), isValid, isAsking, counts: countRows(list.rows.map(stateOf)) })
  }, [list, stateOf, isAsking, onChange])
  const [isReading, setIsReading] = useState(false)
  /** The last chosen workbook, even if it was refused. */
  const [chosen, setChosen] = useState<string>()
  const [fileToConfirm, setFileToConfirm] = useState<File>()
  const [problem, setProblem] = useState<Pick<ErrorBody, 'code' | 'params'> | 'failed'>()
  /** A workbook with hidden rows, until the user says what is done with them. */
  const [asked, setAsked] = useState<{ file: File; params: ErrorBody['params'] }>()

  async function read(file: File, hidden?: HiddenRows) {
    setFileToConfirm(undefined)
    setProblem(undefined)
    setAsked(undefined)
    setChosen(file.name)
    setIsReading(true)
    try {
      const { value, error } = await readWorkbook(file, language, hidden)
      if (value) {
        setList((old) => replaceRows(old, value))
        setRead((old) => ({ fileName: file.name, count: old.count + 1 }))
      } else if (error.code === 'sheetRowsHidden') setAsked({ file, params: error.params })
      else setProblem(error)
    } catch {
      setProblem('failed')
    } finally {
      setIsReading(false)
    }
  }

  return (
    <Stack gap={5}>
      <FilePicker
        isReading={isReading}
        name={chosen}
        error={problem && (problem === 'failed' ? t('upload.failed') : sentence(problem.code, language, problem.params))}
        onFile={(file) => (list.rows.length > 0 ? setFileToConfirm(file) : void read(file))}
      />
      {asked && (
        <HiddenRowsNotice
          sentence={sentence('sheetRowsHidden', language, asked.params)}
          onChoose={(choice) => void read(asked.file, choice)}
        />
      )}
      {hasFailed && (
        <Notice tone="bad" isAnnounced actions={<Button onPress={retry}>{common('ui.tryAgain')}</Button>}>
          {messageOf(undefined)}
        </Notice>
      )}
      {records.error !== undefined && (
        <Notice
          tone="warning"
          isAnnounced
          title={t('upload.notAsked')}
          actions={<Button onPress={records.retry}>{common('ui.tryAgain')}</Button>}
        >
          {messageOf(records.error)}
        </Notice>
      )}
      {hasHadRows(list) ? (
        <AccountsGrid key={count} list={list} records={records} fileName={fileName} known={known} onList={setList} />
      ) : (
        <div>
          <Button onPress={() => setList(addRow)}>{t('upload.addRow')}</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={fileToConfirm !== undefined}
        onClose={() => setFileToConfirm(undefined)}
        onConfirm={() => fileToConfirm && void read(fileToConfirm)}
        title={t('upload.replaceTitle')}
        confirmLabel={t('upload.replace')}
        cancelLabel={t('upload.keep')}
        tone="danger"
      >
        {t('upload.replaceBody', { count: list.rows.length, name: fileToConfirm?.name ?? '' })}
      </ConfirmDialog>
    </Stack>
  )
}

/** The state of the list. The worker checks the list again when a row changes. */
function useAccountsList(initial: readonly NewAccount[]) {
  const [list, setList] = useState(() => listOf(initial))
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (list.isChecked || hasFailed) return
    let isLate = false
    checkRows(accountsOf(list)).then(
      (refusals) => !isLate && setList((now) => (now === list ? applyRefusals(now, refusals) : now)),
      () => !isLate && setHasFailed(true),
    )
    return () => {
      isLate = true
    }
  }, [list, hasFailed])

  return { list, setList, hasFailed, retry: () => setHasFailed(false) }
}

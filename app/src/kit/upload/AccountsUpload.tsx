/**
 * Accounts from a workbook, which is read in the browser before anything is sent, checked against the utility's
 * records, and corrected in a table. Used by the registration and for adding accounts. `onChange` must be stable.
 */
import { useEffect, useMemo, useState } from 'react'
import { type ErrorBody, type NewAccount, type RowCounts, sentence } from '../../core/core'
import { Button } from '../../ui/button/Button'
import { Notice } from '../../ui/feedback/Notice'
import { Stack } from '../../ui/layout/Stack'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { companyAccounts } from '../accounts/companyAccounts'
import { countRows, type ListOwner, useRecords } from '../accounts/records'
import { messageOf } from '../call/api'
import { useOptionalQuery } from '../call/read'
import { checkRows, readWorkbook } from '../sheet/reader'
import { AccountsGrid } from './AccountsGrid'
import { FilePicker } from './FilePicker'
import { accountsOf, added, checked, from, numbersOf, uploaded, wrongOf } from './list'

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
  /** The company's registration number. The utility's records list the accounts that could be added under this number. */
  registrationNo?: string | undefined
  onChange: (typed: TypedAccounts) => void
}

export function AccountsUpload({ initial = [], owner, registrationNo, onChange }: Props) {
  const { t } = useTranslation('accounts')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { list, setList, hasFailed, retry } = useAccountsList(initial)
  const numbers = useMemo(() => numbersOf(list), [list])
  const records = useRecords(owner, numbers)
  const { stateOf, isAsking } = records
  const found = useOptionalQuery(companyAccounts(registrationNo))
  const known = useMemo(
    () => new Set((found ?? []).filter(({ errorType }) => errorType === null).map(({ accountNo }) => accountNo)),
    [found],
  )
  /** The last workbook that was read, and the number of workbooks read. */
  const [{ fileName, count }, setRead] = useState<{ fileName?: string; count: number }>({ count: 0 })
  useEffect(() => {
    const isValid = list.rows.length > 0 && list.isChecked && wrongOf(list) === 0
    onChange({ accounts: accountsOf(list), isValid, isAsking, counts: countRows(list.rows.map(stateOf)) })
  }, [list, stateOf, isAsking, onChange])
  const [isReading, setIsReading] = useState(false)
  /** The last chosen workbook, even if it was refused. */
  const [chosen, setChosen] = useState<string>()
  const [asksFor, setAsksFor] = useState<File>()
  const [problem, setProblem] = useState<Pick<ErrorBody, 'code' | 'params'> | 'failed'>()

  async function read(file: File) {
    setAsksFor(undefined)
    setProblem(undefined)
    setChosen(file.name)
    setIsReading(true)
    try {
      const { value, error } = await readWorkbook(file, language)
      if (value) {
        setList((old) => uploaded(old, value))
        setRead((old) => ({ fileName: file.name, count: old.count + 1 }))
      } else setProblem(error)
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
        onFile={(file) => (list.rows.length > 0 ? setAsksFor(file) : void read(file))}
      />
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
      {list.rows.length > 0 ? (
        <AccountsGrid key={count} list={list} records={records} fileName={fileName} known={known} onList={setList} />
      ) : (
        <div>
          <Button onPress={() => setList(added)}>{t('upload.addRow')}</Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={asksFor !== undefined}
        onClose={() => setAsksFor(undefined)}
        onConfirm={() => asksFor && void read(asksFor)}
        title={t('upload.replaceTitle')}
        confirmLabel={t('upload.replace')}
        cancelLabel={t('upload.keep')}
        tone="danger"
      >
        {t('upload.replaceBody', { count: list.rows.length, name: asksFor?.name ?? '' })}
      </ConfirmDialog>
    </Stack>
  )
}

/** Holds the list, which core checks again in the worker whenever a row changes. */
function useAccountsList(initial: readonly NewAccount[]) {
  const [list, setList] = useState(() => from(initial))
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (list.isChecked || hasFailed) return
    let isLate = false
    checkRows(accountsOf(list)).then(
      (refusals) => !isLate && setList((now) => (now === list ? checked(now, refusals) : now)),
      () => !isLate && setHasFailed(true),
    )
    return () => {
      isLate = true
    }
  }, [list, hasFailed])

  return { list, setList, hasFailed, retry: () => setHasFailed(false) }
}

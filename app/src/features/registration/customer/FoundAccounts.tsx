/** The accounts that the account master has under the company's number: all of them at first, some of them if one likes. */
import { useCallback, useEffect, useMemo } from 'react'
import { accountError, checkRegistrationNo, countShown, type SuggestedAccount } from '../../../core/core'
import { messageOf } from '../../../kit/call/api'
import { DataTable } from '../../../ui/table/DataTable'
import type { Column } from '../../../ui/table/dataTableTypes'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { isOf, isSameList, isTaken, ownNumbers, withFound, withTicked } from './accounts'
import type { DraftKeeper } from './draftKeeper'
import { useFound } from './useFound'
import { useKeeper } from './useKeeper'

const keyOf = ({ accountNo }: SuggestedAccount) => accountNo
const none: SuggestedAccount[] = []

export function FoundAccounts({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation('registration')
  const { t: common } = useTranslation()
  const language = useLanguage()
  const { accounts, form } = useKeeper(keeper).content
  const registrationNo = checkRegistrationNo(form.details?.registrationNo ?? '', language).value
  const { data: found, isPending, isError, error, refetch } = useFound(registrationNo)

  // What was found belongs to the application as soon as it is known.
  useEffect(() => {
    const before = keeper.read().content.accounts
    const next = found && withFound(before, found)
    if (next && !isSameList(before, next)) keeper.change({ accounts: next })
  }, [found, keeper])

  const ticked = useMemo(
    () =>
      new Set(
        accounts
          .filter(isOf('auto'))
          .filter(isTaken)
          .map((one) => one.accountNo),
      ),
    [accounts],
  )
  const own = useMemo(() => ownNumbers(accounts), [accounts])
  const whyNot = useCallback(
    ({ accountNo, errorType }: SuggestedAccount) =>
      errorType ? accountError(errorType, language) : own.has(accountNo) ? t('found.own') : undefined,
    [language, own, t],
  )
  const columns = useMemo<Column<SuggestedAccount>[]>(
    () => [
      { id: 'accountNo', header: t('column.accountNo'), width: 13, priority: 'title', cell: (row) => row.accountNo },
      { id: 'premises', header: t('column.premises'), minWidth: 16, cell: (row) => row.premisesAddress },
    ],
    [t],
  )
  const rows = found ?? none
  return (
    <DataTable
      caption={t('found.caption', { count: rows.length, shown: countShown(rows.length), ticked: countShown(ticked.size) })}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowLabel={({ accountNo }) => t('found.row', { account: accountNo })}
      selection={{
        selected: ticked,
        onChange: (next) => keeper.change({ accounts: withTicked(keeper.read().content.accounts, next) }),
        whyNot,
      }}
      isLoading={isPending && registrationNo !== undefined}
      problem={isError ? { title: common('problem.loading'), body: messageOf(error), onRetry: () => void refetch() } : undefined}
      empty={{ title: t('found.none'), body: t('found.noneBody') }}
    />
  )
}

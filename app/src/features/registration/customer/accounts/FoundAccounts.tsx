/** The accounts that the account master has under the company's number. At first all of them are ticked. */
import { useCallback, useEffect, useMemo } from 'react'
import { accountError, numberShown, type SuggestedAccount } from '~/core/core'
import { companyAccounts } from '~/kit/accounts/companyAccounts'
import { useQueryData } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import { areSameAccounts, numberOf } from '../draft/form'
import { useKeeper } from '../draft/useKeeper'
import { isFromSource, isSelected, ownNumbers, withFound, withTicked } from './accounts'

interface Props {
  keeper: DraftKeeper
}

export function FoundAccounts({ keeper }: Props) {
  const { form, foundUnder } = useKeeper(keeper).content
  // While the number is invalid, the application still contains the accounts of the previous number.
  const registrationNo = numberOf(form) ?? foundUnder
  if (!registrationNo) return <FoundTable keeper={keeper} found={none} />
  return (
    <Boundary of={registrationNo} waiting={<FoundTable keeper={keeper} found={undefined} />}>
      <FoundAccountsContent keeper={keeper} registrationNo={registrationNo} />
    </Boundary>
  )
}

function FoundAccountsContent({ keeper, registrationNo }: Props & { registrationNo: string }) {
  const { accounts: found, total } = useQueryData(companyAccounts(registrationNo))
  // Merges the found accounts into the application once they are loaded.
  useEffect(() => {
    const { accounts, foundUnder } = keeper.read().content
    const next = withFound(accounts, found)
    if (!areSameAccounts(accounts, next)) keeper.change({ accounts: next, foundUnder: registrationNo })
    else if (foundUnder !== registrationNo) keeper.changeLocal({ foundUnder: registrationNo })
  }, [found, keeper, registrationNo])
  return <FoundTable keeper={keeper} found={found} total={total} />
}

const keyOf = ({ accountNo }: SuggestedAccount) => accountNo
const none: SuggestedAccount[] = []

/** Shows a skeleton until the accounts are loaded. `total` counts those that were not loaded, too. */
function FoundTable({ keeper, found, total = 0 }: Props & { found: SuggestedAccount[] | undefined; total?: number }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { accounts } = useKeeper(keeper).content
  const ticked = useMemo(
    () =>
      new Set(
        accounts
          .filter(isFromSource('auto'))
          .filter(isSelected)
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
      caption={
        found
          ? t(total > rows.length ? 'found.captionOf' : 'found.caption', {
              count: rows.length,
              shown: numberShown(rows.length),
              total: numberShown(total),
              ticked: numberShown(ticked.size),
            })
          : t('found.asking')
      }
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowLabel={({ accountNo }) => t('found.row', { account: accountNo })}
      selection={{
        selected: ticked,
        onChange: (next) => keeper.change({ accounts: withTicked(keeper.read().content.accounts, next) }),
        whyNot,
      }}
      isLoading={found === undefined}
      empty={{ title: t('found.none'), body: t('found.noneBody') }}
    />
  )
}

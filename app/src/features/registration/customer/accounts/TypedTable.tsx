/** The typed accounts, each with a button to remove it. */
import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { ApplicationAccount } from '../../../../core/core'
import { Button } from '../../../../ui/button/Button'
import { DataTable } from '../../../../ui/table/DataTable'
import type { Column } from '../../../../ui/table/dataTableTypes'
import { useTranslation } from '../../../../words/useTranslation'
import type { DraftKeeper } from '../draft/draftKeeper'
import { useUndoInDraft } from '../draft/undo'
import { useKeeper } from '../draft/useKeeper'
import { isFromSource, without, withTypedAgain } from './accounts'

const keyOf = ({ accountNo }: ApplicationAccount) => accountNo

export function TypedTable({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation('registration')
  const offerUndo = useUndoInDraft()
  const { accounts } = useKeeper(keeper).content
  const typed = useMemo(() => accounts.filter(isFromSource('manual')), [accounts])
  const columns = useMemo<Column<ApplicationAccount>[]>(() => {
    const remove = (row: ApplicationAccount) => {
      const isIt = (one: ApplicationAccount) => one.source === 'manual' && one.accountNo === row.accountNo
      keeper.change({ accounts: without(keeper.read().content.accounts, isIt) })
      offerUndo(t('typed.removed', { account: row.accountNo }), () =>
        keeper.change({ accounts: withTypedAgain(keeper.read().content.accounts, row) }),
      )
    }
    return [
      { id: 'accountNo', header: t('column.accountNo'), width: 13, priority: 'title', cell: (row) => row.accountNo },
      { id: 'referenceId', header: t('column.referenceId'), minWidth: 10, cell: (row) => row.referenceId },
      {
        id: 'remove',
        header: t('act.remove'),
        width: 7.5,
        priority: 'status',
        cell: (row) => (
          <Button size="small" mode="ghost" icon={<X />} label={t('typed.remove', { account: row.accountNo })} onPress={() => remove(row)}>
            {t('act.remove')}
          </Button>
        ),
      },
    ]
  }, [t, keeper, offerUndo])
  if (typed.length === 0) return null
  return (
    <DataTable
      caption={t('typed.caption', { count: typed.length })}
      columns={columns}
      rows={typed}
      rowKey={keyOf}
      rowLabel={keyOf}
      empty={{ title: t('typed.none') }}
    />
  )
}

/** The lines of a bank statement. Lines with a proposal can be ticked and decided together after a review. */
import { useCallback, useState } from 'react'
import { type BankLine, numberShown } from '~/core/core'
import { List } from '~/kit/list/List'
import type { ChangeOf } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTicked } from '~/kit/list/useTicked'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { bankLineList, reasonOf, totalReceived } from './bankLineList'

const DecideLines = deferComponent(async () => (await import('./DecideLines')).DecideLines)

type Search = ReturnType<typeof bankLineList.read>

interface Props {
  statementId: string
  search: Search
  onSearch: ChangeOf<Search>
}

export function BankLines({ statementId, search, onSearch }: Props) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const lines = useList(bankLineList, { search, onSearch, of: { statementId } })
  const mayDecide = useMay('pendingApproval', 'update')
  const whyNot = useCallback(
    (line: BankLine) =>
      line.payment && line.proposal
        ? undefined
        : line.group === 'decided'
          ? t('lines.isDecided')
          : (reasonOf(line, { t }) ?? t('lines.noPayment')),
    [t],
  )
  const { ticked, selection, clear, untick } = useTicked(lines, whyNot)
  const [reviewed, setReviewed] = useState<BankLine[]>()
  const rows = [...ticked.values()]
  const count = { count: rows.length, shown: numberShown(rows.length) }
  return (
    <>
      <List list={lines} selection={mayDecide ? { ...selection, hidesReasons: true } : undefined} />
      {mayDecide && (
        <SelectionBar
          isShown={rows.length > 0}
          text={t('bar.text', count)}
          total={totalReceived(rows, language)}
          onClear={clear}
          actions={
            <Button mode="primary" onPress={() => setReviewed(rows)}>
              {t('bar.decide', count)}
            </Button>
          }
        />
      )}
      {reviewed && (
        <DecideLines
          statementId={statementId}
          lines={reviewed}
          onClose={(answered) => {
            setReviewed(undefined)
            untick(answered.map(String))
          }}
        />
      )}
    </>
  )
}

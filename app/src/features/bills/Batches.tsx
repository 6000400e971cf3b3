/** Unpaid bills by batch: how late each is, and the quick way to choose hundreds of bills at once. */
import { useMemo } from 'react'
import { type Batch, countShown } from '../../core'
import { DataTable } from '../../ui/DataTable'
import { usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useBulkId } from '../../useProfile'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'
import { LeftOutNotice } from '../pay/LeftOutNotice'
import { BillsFrame } from './BillsFrame'
import { batchColumns } from './batchColumns'
import { Figures } from './Figures'
import { useBatchSelection } from './useBatchSelection'
import { useToday } from './useToday'

const batchKey = ({ billBatchId }: Batch) => billBatchId
export const batchHref = (batchId: string) => `/billPayment/outstanding?batch=${batchId}`
const hrefOf = ({ billBatchId }: Batch) => batchHref(billBatchId)

export function Batches() {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const id = useBulkId()
  const today = useToday()
  const list = usePages('GetBillsByBatch', { id })
  const { selected, choose, counts, whyNot, leftOut, problem, forget } = useBatchSelection(list.rows)
  const columns = useMemo(() => batchColumns(t, language, today, counts), [t, language, today, counts])
  const count = list.total ?? 0
  const listed = useListed(list)
  return (
    <BillsFrame tab="batches">
      <Figures />
      <DataTable
        caption={t('batches.caption', { count, shown: countShown(count) })}
        columns={columns}
        rowKey={batchKey}
        rowLabel={({ billBatchId }) => t('batches.one', { id: billBatchId })}
        rowHref={hrefOf}
        selection={{
          selected,
          onChange: choose,
          whyNot,
          notice: <LeftOutNotice leftOut={leftOut} problem={problem} onClose={forget} />,
        }}
        {...listed}
        empty={{ title: t('empty.title'), body: t('empty.body') }}
      />
    </BillsFrame>
  )
}

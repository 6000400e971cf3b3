/** Unpaid bills by batch, to see how late each is and to choose hundreds of bills at once. */
import { List } from '../../kit/list/List'
import { useList } from '../../kit/list/useList'
import { LeftOutNotice } from '../../kit/paying/LeftOutNotice'
import { useBulkId } from '../../kit/session/useProfile'
import { BillsFrame } from './BillsFrame'
import { batchList } from './batchList'
import { Figures } from './Figures'
import { useBatchSelection } from './useBatchSelection'

export function Batches() {
  const batches = useList(batchList, { of: { id: useBulkId() } })
  const { leftOut, problem, forget, ...selection } = useBatchSelection(batches.rows)
  return (
    <BillsFrame tab="batches">
      <Figures />
      <List list={batches} selection={{ ...selection, notice: <LeftOutNotice leftOut={leftOut} problem={problem} onClose={forget} /> }} />
    </BillsFrame>
  )
}

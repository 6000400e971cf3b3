/** A table that is filled by the portal's own reader, or (with ?by=xlsx) by SheetJS and zod. */
import '../../app/src/ui/base/tokens.css'
import '../../app/src/ui/base/reset.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { endpoints } from '../../app/src/core/core'
import { AccountsGrid } from '../../app/src/kit/upload/AccountsGrid'
import { AccountsUpload } from '../../app/src/kit/upload/AccountsUpload'
import { useRecords } from '../../app/src/kit/accounts/records'
import { emptyList, type List, replaceRows, wellFormedNumbers } from '../../app/src/kit/upload/list'
import { registerEndpoints } from '../../app/src/kit/call/api'
import { queries } from '../../app/src/kit/call/queries'
import '../../app/src/words/portalFiles'
import { loadWords } from '../../app/src/words/store'
import { UiWords } from '../../app/src/kit/page/UiWords'

const isSheetJs = new URLSearchParams(location.search).get('by') === 'xlsx'
const sheetJs = isSheetJs ? import('./sheetjs/read') : undefined

/** The company's existing accounts, with which the portal's reader compares; none here. */
const known: ReadonlySet<string> = new Set()

function BySheetJs() {
  const [list, setList] = useState<List>(emptyList)
  const records = useRecords(
    undefined,
    useMemo(() => wellFormedNumbers(list), [list]),
  )
  async function read(file: File) {
    const accounts = await (await sheetJs)?.readBySheetJs(file)
    if (accounts) setList((old) => replaceRows(old, accounts))
  }
  return (
    <>
      <input type="file" onChange={({ target }) => target.files?.[0] && void read(target.files[0])} />
      {list.rows.length > 0 && <AccountsGrid list={list} records={records} fileName={undefined} known={known} onList={setList} />}
    </>
  )
}

const ignore = () => {}
registerEndpoints(endpoints)
await Promise.all([loadWords('public'), loadWords('frame'), loadWords('accounts'), loadWords('refusals')])
createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={queries}>
    <UiWords>{isSheetJs ? <BySheetJs /> : <AccountsUpload onChange={ignore} />}</UiWords>
  </QueryClientProvider>,
)

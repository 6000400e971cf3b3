/** The same table, filled by the portal's own reader, or (with ?by=xlsx) by SheetJS and zod. */
import '../src/ui/tokens.css'
import '../src/ui/reset.css'
import '../src/words/portal'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { AccountsGrid } from '../src/features/accounts/upload/AccountsGrid'
import { AccountsUpload } from '../src/features/accounts/upload/AccountsUpload'
import { type List, nothing, uploaded } from '../src/features/accounts/upload/list'
import { UiWords } from '../src/words/UiWords'

const isSheetJs = new URLSearchParams(location.search).get('by') === 'xlsx'
const sheetJs = isSheetJs ? import('./sheetjs') : undefined

function BySheetJs() {
  const [list, setList] = useState<List>(nothing)
  async function read(file: File) {
    const accounts = await (await sheetJs)?.readBySheetJs(file)
    if (accounts) setList((old) => uploaded(old, accounts))
  }
  return (
    <>
      <input type="file" onChange={({ target }) => target.files?.[0] && void read(target.files[0])} />
      {list.rows.length > 0 && <AccountsGrid list={list} onList={setList} />}
    </>
  )
}

const ignore = () => {}
createRoot(document.getElementById('root') as HTMLElement).render(
  <UiWords>{isSheetJs ? <BySheetJs /> : <AccountsUpload onChange={ignore} />}</UiWords>,
)

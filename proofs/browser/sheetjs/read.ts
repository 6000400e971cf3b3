/** Reads the list with SheetJS, and checks it with zod. */
import { read, utils } from 'xlsx'
import { z } from 'zod'
import type { Code, UploadedAccounts } from '../../../app/src/core/core'

const row = z.object({
  accountNo: z
    .string()
    .trim()
    .regex(/^2[12]/, 'accountNumberPrefix')
    .regex(/^\d{12}$/, 'accountNumberLength'),
  referenceId: z.string().trim().max(16, 'referenceIdLength'),
})

export async function readBySheetJs(file: File): Promise<UploadedAccounts> {
  const book = read(await file.arrayBuffer(), { dense: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const lines = sheet ? utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' }) : []
  const seen = new Set<string>()
  const rows = lines.slice(1).map(([accountNo = '', referenceId = ''], index) => {
    const given = { accountNo, referenceId: referenceId.slice(0, 16) }
    const { error } = row.safeParse(given)
    const refusal = (error?.issues[0]?.message ?? (seen.has(accountNo) ? 'accountRepeated' : null)) as Code | null
    seen.add(accountNo)
    return { line: index + 2, ...given, isReferenceCut: referenceId.length > 16, refusal }
  })
  const wrong = rows.filter(({ refusal }) => refusal).length
  return { rows, ok: rows.length - wrong, wrong }
}

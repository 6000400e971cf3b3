/** Writes a workbook with SheetJS. */
import { utils, write } from 'xlsx'

/** Returns the bytes of a workbook with one sheet. */
export function writeWorkbook(sheet: string, rows: string[][]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), sheet)
  return write(book, { type: 'buffer', compression: true })
}

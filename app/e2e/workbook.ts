/** Builds a workbook file with one sheet of texts, as a spreadsheet program writes it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const space = 'http://schemas.openxmlformats.org'
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

const files = (rows: readonly (readonly string[])[], hidden: readonly number[]) => ({
  '[Content_Types].xml': `${head}<Types xmlns="${space}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${mediaType}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${space}/package/2006/relationships"><Relationship Id="r1" Type="${space}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${space}/package/2006/relationships"><Relationship Id="r1" Type="${space}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${space}/spreadsheetml/2006/main" xmlns:r="${space}/officeDocument/2006/relationships"><sheets><sheet name="Accounts" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${space}/spreadsheetml/2006/main"><sheetData>${rows.map((cells, place) => row(cells, place, hidden.includes(place + 1))).join('')}</sheetData></worksheet>`,
})

const row = (cells: readonly string[], place: number, isHidden: boolean) =>
  `<row r="${place + 1}"${isHidden ? ' hidden="1"' : ''}>${cells.map((text, column) => `<c r="${'ABCDEF'[column]}${place + 1}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`

/** Returns a workbook of rows under a heading, with at most six columns. `hidden` are the numbers of hidden rows. */
export function workbook(
  rows: readonly (readonly string[])[],
  heading: readonly string[] = ['Account number', 'Reference ID'],
  hidden: readonly number[] = [],
): Buffer {
  const parts: Buffer[] = []
  const listed: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files([heading, ...rows], hidden))) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    listed.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const list = Buffer.concat(listed)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(listed.length, 4)
  end.writeUInt16LE(listed.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end])
}

/** Reads a file of `fixtures/declarations.json`. */
export function declaration(name: string) {
  const fixtures = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/declarations.json'), 'utf8'))
  return Buffer.from(fixtures[name].file, 'hex')
}

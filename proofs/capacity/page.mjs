// Writes the measured figures into docs/capacity.md: each table between its marks.
import { readFileSync, writeFileSync } from 'node:fs'

const page = 'docs/capacity.md'

export const writePage = (parts) => {
  let text = readFileSync(page, 'utf8')
  for (const [name, part] of Object.entries(parts)) {
    const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- end -->)`)
    if (!marks.test(text)) throw new Error(`${page} has no place for ${name}`)
    text = text.replace(marks, (_, begin, end) => begin + part + end)
  }
  writeFileSync(page, text)
}

// Prints rows of the proofs of this folder as a table: table.mjs ROWS
import { readFileSync } from 'node:fs'

const columns = ['program', 'version', 'tried', 'result']
const rows = readFileSync(process.argv[2], 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => row[column].length)))
for (const row of [Object.fromEntries(columns.map((column) => [column, column])), ...rows])
  console.log(columns.map((column, place) => row[column].padEnd(widths[place])).join('  ').trimEnd())

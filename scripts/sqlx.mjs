// Writes the descriptions of queries in a folder (`.sqlx`) with a line for each column instead of a line for each word of JSON.
// sqlx reads any JSON. A changed query is then a few changed lines.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const folder = process.argv[2]
for (const name of readdirSync(folder)) {
  const path = `${folder}/${name}`
  const { describe, hash, ...query } = JSON.parse(readFileSync(path, 'utf8'))
  const { columns, ...rest } = describe
  const lines = [
    ...Object.entries(query).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    `  "describe": {\n    "columns": [${columns.map((column) => `\n      ${JSON.stringify(column)}`).join()}],\n    ${JSON.stringify(rest).slice(1)}`,
    `  "hash": ${JSON.stringify(hash)}`,
  ]
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`)
}

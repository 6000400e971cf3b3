// Compares the figures of README.md, "Measured", and of proofs/results/ with the tables of docs/measurements.md, and fails if they differ.
// A figure is written in more than one place, and a new measurement is easily entered in only one of them.
import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')
const page = 'docs/measurements.md'
const folder = 'proofs/results/'
const columns = ['what', 'figure', 'aim', 'met', 'command', 'version']
const fields = ['name', 'figure', 'aim', 'command', 'version', 'date', 'note']
const problems = []

/** Returns the sections of a page: anchor of the heading, rows of its tables as lists of cells, the header of the first table first. */
function sections(text) {
  const found = new Map()
  for (const section of text.split(/^## /m).slice(1)) {
    const [heading, ...lines] = section.split('\n')
    const rows = lines.filter((line) => line.startsWith('|') && !/^\|[-|:\s]+$/.test(line))
    found.set(
      heading.toLowerCase().replaceAll(' ', '-'),
      rows.map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim())),
    )
  }
  return found
}

// The tables. `rows` has each row by its section and what it measures.
const tables = sections(read(page))
const rows = new Map()
for (const [section, [header = [], ...table]] of tables) {
  if (header.join() !== columns.join()) problems.push(`${page}#${section}: the columns must be ${columns.join(', ')}`)
  for (const cells of table) {
    const row = Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
    const place = `${page}#${section}: "${row.what}"`
    if (cells.length !== columns.length) problems.push(`${place} has ${cells.length} cells`)
    if (row.figure === '') problems.push(`${place} has no figure`)
    if (!(row.aim === '' ? [''] : ['yes', 'no']).includes(row.met)) problems.push(`${place}: "met" is yes or no if there is an aim`)
    if (!/^`[0-9a-f]{8}`$/.test(row.version)) problems.push(`${place}: the version must be a commit of eight digits`)
    const key = `${section} ${row.what}`
    if (rows.has(key)) problems.push(`${place} is there twice`)
    rows.set(key, row)
  }
}

// README.
const [, ...measured] = sections(read('README.md')).get('measured') ?? []
if (measured.length === 0) problems.push('README.md has no table "Measured"')
for (const [what, figure, link] of measured) {
  const section = link?.match(/\(docs\/measurements\.md#([\w-]+)\)/)?.[1]
  const row = rows.get(`${section} ${what}`)
  if (row === undefined) problems.push(`README.md: no row of ${page}#${section} is named "${what}"`)
  else if (row.figure !== figure) problems.push(`README.md: "${what}" is "${figure}", and "${row.figure}" in ${page}#${section}`)
}

// Earlier figures and remarks. An object about the version of a row has its figure.
for (const file of readdirSync(new URL(folder, root))) {
  const section = file.replace(/\.json$/, '')
  if (!tables.has(section)) problems.push(`${folder}${file}: ${page} has no such heading`)
  for (const result of JSON.parse(read(folder + file))) {
    const place = `${folder}${file}: "${result.name}"`
    for (const [field, value] of Object.entries(result)) {
      if (!fields.includes(field) || typeof value !== 'string') problems.push(`${place}: ${field} is not a text of proofs/README.md`)
    }
    if (!result.name || !(result.figure || result.note)) problems.push(`${place} needs a name, and a figure or a note`)
    const row = rows.get(`${section} ${result.name}`)
    if (row === undefined || row.version !== `\`${result.version}\``) continue
    for (const column of ['figure', 'aim']) {
      const value = result[column] ?? ''
      if (value !== row[column]) problems.push(`${place}: ${column} is "${value}", and "${row[column]}" in ${page}`)
    }
  }
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

// Closes the objects inside requests in the declarations of a package: `accountNo: string` alone becomes `accountNo: string;
// errorType?: never`. TypeScript accepts an object with further properties in place of one without them, but the server refuses
// names that the request does not declare (docs/http.md#requests). A page that sends back a row of an answer would compile and fail.
//
//   node scripts/close-requests.mjs core-wasm/pkg/rules/gridbill_core.d.ts
import { readFileSync, writeFileSync } from 'node:fs'

const [, , file] = process.argv
let declarations = readFileSync(file, 'utf8')
const code = declarations.replace(/\/\*\*.*?\*\//gs, '')

/** Whether each field is required, by type and name. */
const objects = new Map()
/** The types in each type. */
const parts = new Map()
const extended = []
for (const [, type, base, body] of code.matchAll(/^export interface (\w+)(?: extends (\w+))? [^{]*\{\n(.*?)^\}$/gms)) {
  const fields = [...body.matchAll(/^ {4}(\w+)(\??): /gm)].map(([, field, optional]) => [field, optional === ''])
  objects.set(type, new Map(fields))
  parts.set(type, typesIn(`${base} ${body}`))
  if (base) extended.push([type, base])
}
for (const [type, base] of extended) for (const [field, isRequired] of objects.get(base) ?? []) objects.get(type).set(field, isRequired)
for (const [, type, value] of code.matchAll(/^export type (\w+)[^=]* = (.*?);$/gms)) parts.set(type, typesIn(value))

const inRequests = new Set()
const inAnswers = new Set()
for (const [, request, answer] of code.matchAll(/\{ request: (.+?); response: (.+?) \}/g)) {
  // Only the parts of a request: the server ignores unknown names of the request itself.
  for (const type of typesIn(request)) addWithParts(inRequests, parts.get(type) ?? [])
  addWithParts(inAnswers, typesIn(answer))
}

for (const sent of inRequests) {
  const fields = objects.get(sent) ?? new Map()
  const required = [...fields.keys()].filter((field) => fields.get(field))
  // Filters have no required field, so nearly every row would be similar to them.
  if (required.length === 0) continue
  const similar = [...inAnswers].filter((type) => required.every((field) => objects.get(type)?.has(field)))
  const refused = new Set(similar.flatMap((type) => [...objects.get(type).keys()]).filter((field) => !fields.has(field)))
  const lines = [...refused].map((field) => `    ${field}?: never;\n`).join('')
  declarations = declarations.replace(new RegExp(`^export interface ${sent} [^{]*\\{\\n`, 'm'), (start) => start + lines)
}
writeFileSync(file, declarations)

function typesIn(text) {
  return text.match(/\b[A-Z]\w*/g) ?? []
}

function addWithParts(found, types) {
  for (const type of types) {
    if (found.has(type)) continue
    found.add(type)
    addWithParts(found, parts.get(type) ?? [])
  }
}

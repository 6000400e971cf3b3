/** Makes sample values for requests that have no example. */
import { type ApiDocument, fieldsOf, resolved, type Schema } from './apiDocument'

/** Levels of nested objects in a sample. The limit is needed because a type can contain itself. */
const maxDepth = 4

/** Returns a value that the schema allows. An object has its required fields, or all of them if none is required. */
export function sampleOf(document: ApiDocument, schema: Schema, depth = 0): unknown {
  const meant = resolved(document, schema)
  const [example] = meant.examples ?? []
  if (example !== undefined) return example
  if (meant.const !== undefined) return meant.const
  if (meant.enum) return meant.enum[0]
  if (meant.items) return depth < maxDepth ? [sampleOf(document, meant.items, depth + 1)] : []
  const fields = fieldsOf(document, meant)
  if (fields.length > 0) {
    if (depth >= maxDepth) return {}
    const required = fields.filter(({ isRequired }) => isRequired)
    const shown = required.length > 0 ? required : fields
    return Object.fromEntries(shown.map(({ name, schema: field }) => [name, sampleOf(document, field, depth + 1)]))
  }
  const [type] = [meant.type ?? 'object'].flat()
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  return type === 'string' ? 'text' : {}
}

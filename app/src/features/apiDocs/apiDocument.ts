/** Types for the parts of `/openapi.json` that the page shows, and functions that read them. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  /** The object that a text contains as JSON. */
  contentSchema?: Schema
}

interface MediaContent {
  schema?: Schema
  example?: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  example?: unknown
  schema?: Schema
}

interface ApiResponse {
  $ref?: string
  description?: string
  content?: Record<string, MediaContent>
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, MediaContent> }
  responses: Record<string, ApiResponse>
  'x-codes': Record<string, string[]>
  /** The scope that an API token needs; none if no token may make the call. */
  'x-scope'?: string
}

export interface ApiDocument {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { description?: string; scheme?: string }>
  }
}

/** An operation with its address. */
export interface ApiCall extends Operation {
  method: string
  path: string
  /** A second path for the same call, with its method if that is another. */
  alias: string | undefined
}

/** The address of the document, which is public, so that tools can read it without a session. */
// biome-ignore lint/plugin: a file for programs, not a screen
export const documentAddress = '/openapi.json'

let requested: Promise<ApiDocument> | undefined

/** Loads the document. Later calls return the same document, unless the request failed. */
export function loadDocument(): Promise<ApiDocument> {
  requested ??= fetch(documentAddress).then((answer) => {
    if (!answer.ok) throw new Error(`${documentAddress} answered ${answer.status}`)
    return answer.json() as Promise<ApiDocument>
  })
  requested.catch(() => {
    requested = undefined
  })
  return requested
}

/** Returns all calls. An operation with the suffix `Alias` is no call of its own, but the second path of another call. */
export function callsOf({ paths }: ApiDocument): ApiCall[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path, alias: undefined })),
  )
  const others = new Map(all.map((call) => [call.operationId, call]))
  const aliasOf = ({ operationId, method }: ApiCall) => {
    const alias = others.get(`${operationId}Alias`)
    return alias && (alias.method === method ? alias.path : `${alias.method} ${alias.path}`)
  }
  return all
    .filter(({ operationId }) => !(operationId.endsWith('Alias') && others.has(operationId.slice(0, -'Alias'.length))))
    .map((call) => ({ ...call, alias: aliasOf(call) }))
}

/** Whether name, method, path, summary and part of a call together contain all of the words. */
export function isFound({ operationId, path, summary, tags, method }: ApiCall, words: string): boolean {
  const text = `${operationId} ${method} ${path} ${summary} ${tags.join(' ')}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Returns the name of the type that a schema refers to. */
export const nameOf = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1)

/** Returns the referenced type of a schema. For a value that may be null it is the type of the value, of several types the first. */
export function resolved(document: ApiDocument, schema: Schema): Schema {
  const name = nameOf(schema)
  if (name !== undefined) return document.components.schemas[name] ?? {}
  const first = schema.anyOf?.find(({ type }) => type !== 'null')
  return first ? resolved(document, first) : schema
}

/** Returns the fields of an object, including the fields of its `allOf` parts. */
export function fieldsOf(document: ApiDocument, schema: Schema): { name: string; schema: Schema; isRequired: boolean }[] {
  const { properties = {}, required = [], allOf = [] } = resolved(document, schema)
  const own = Object.entries(properties).map(([name, field]) => ({ name, schema: field, isRequired: required.includes(name) }))
  return [...own, ...allOf.flatMap((part) => fieldsOf(document, part))]
}

/** Returns the notation of a type: `Bill[]`, `string (Money) or null`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  const name = nameOf(schema)
  if (name !== undefined) {
    const { type, format } = document.components.schemas[name] ?? {}
    return type === 'string' && format ? `string (${format})` : name
  }
  const any = schema.anyOf ?? schema.oneOf
  if (any) return any.map((one) => (one.type === 'null' ? 'null' : typeOf(document, one))).join(' or ')
  if (schema.type === 'array' || schema.items) return `${typeOf(document, schema.items ?? {})}[]`
  const types = [schema.type ?? 'object'].flat()
  const format = schema.format ? ` (${schema.format})` : ''
  return types.map((type) => (type === 'null' ? type : `${type}${format}`)).join(' or ')
}

/** Returns the values of an enumeration; empty for other types. */
export const valuesOf = (document: ApiDocument, schema: Schema): string[] => (resolved(document, schema).enum ?? []).map(String)

/** Returns the type whose fields are shown below a field: its own type, or the type of its items. Undefined if it has no fields. */
export function partOf(document: ApiDocument, schema: Schema): Schema | undefined {
  const { items } = resolved(document, schema)
  if (items) return partOf(document, items)
  return fieldsOf(document, schema).length > 0 ? schema : undefined
}

/** Returns the sentence of each code, from the description of the type `Code`. */
export function sentencesOf({ components }: ApiDocument): Map<string, string> {
  const lines = components.schemas.Code?.description?.matchAll(/^- `(\w+)`: (.*)$/gm) ?? []
  return new Map([...lines].map(([, code = '', sentence = '']) => [code, sentence]))
}

/** Returns the content of a request or of a response, with its media type. */
export function contentOf(content: Record<string, MediaContent> | undefined): { mediaType: string; content: MediaContent } | undefined {
  const [first] = Object.entries(content ?? {})
  return first && { mediaType: first[0], content: first[1] }
}

/** Returns the schema of a response's `Data`, which contains the result of every JSON response. */
export const dataOf = (schema: Schema | undefined): Schema | undefined => schema?.properties?.Data ?? schema

import { expect, test } from 'vitest'
import { type ApiDocument, callsOf, fieldsOf, isFound, partOf, sentencesOf, typeOf } from './apiDocument'
import { curlOf } from './curl'
import { sampleOf } from './sample'

const path = { name: 'id', in: 'path' as const, required: true, schema: { type: 'string', examples: ['3010000017'] } }
const operation = { tags: ['Bills'], summary: 'Bills.', description: '', security: [{}], 'x-codes': {}, responses: {} }
const document: ApiDocument = {
  info: { version: '1', description: '' },
  tags: [{ name: 'Bills', description: '' }],
  paths: {
    '/bills/{id}': {
      post: {
        ...operation,
        operationId: 'GetBills',
        parameters: [path, { name: 'Idempotency-Key', in: 'header' }, { name: 'cursor', in: 'query' }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Filter' } } } },
      },
    },
    '/earlier/{id}': { post: { ...operation, operationId: 'GetBillsAlias', parameters: [path] } },
    '/file': {
      get: {
        ...operation,
        operationId: 'GetFile',
        security: [],
        parameters: [{ name: 'no', in: 'query', required: true, example: "a'b" }],
        responses: { '200': { content: { 'application/pdf': {} } } },
      },
    },
  },
  components: {
    securitySchemes: {},
    schemas: {
      Filter: {
        type: 'object',
        properties: {
          amount: { $ref: '#/components/schemas/Money' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Filter' } },
          note: { type: ['string', 'null'] },
        },
        required: ['amount', 'parts'],
      },
      Money: { type: 'string', format: 'Money', examples: ["1'234.50"] },
      Code: { description: 'Why.\n\n- `busy`: Try again.\n- `notFound`: It is `not` there.', enum: ['busy', 'notFound'] },
    },
  },
}
const [bills, file] = callsOf(document)
if (!bills || !file) throw new Error('two calls')
const filter = { $ref: '#/components/schemas/Filter' }

test('a second path is listed as the alias of its call', () => {
  expect(callsOf(document).map(({ operationId, alias }) => [operationId, alias])).toEqual([
    ['GetBills', '/earlier/{id}'],
    ['GetFile', undefined],
  ])
})

test('a command has path, token, key and body, and is quoted for a shell', () => {
  expect(curlOf(document, bills, 'https://portal.example')).toBe(
    [
      "curl 'https://portal.example/bills/3010000017'",
      '-H "Authorization: Bearer $token"',
      '-H "Idempotency-Key: $(uuidgen)"',
      `--json '${JSON.stringify(sampleOf(document, filter)).replaceAll("'", "'\\''")}'`,
    ].join(' \\\n  '),
  )
  expect(curlOf(document, file, '')).toBe("curl '/file?no=a%27b' \\\n  -OJ")
})

test('a type that contains itself has a sample that ends', () => {
  const sample = JSON.stringify(sampleOf(document, filter))
  expect(sample).toContain(`"amount":"1'234.50"`)
  expect(sample).not.toContain('note')
  expect(partOf(document, { type: 'array', items: filter })).toBe(filter)
})

test('types, fields and sentences are read from the document', () => {
  expect(fieldsOf(document, filter).map(({ name, schema, isRequired }) => [name, typeOf(document, schema), isRequired])).toEqual([
    ['amount', 'string (Money)', true],
    ['parts', 'Filter[]', true],
    ['note', 'string or null', false],
  ])
  expect([...sentencesOf(document)]).toEqual([
    ['busy', 'Try again.'],
    ['notFound', 'It is `not` there.'],
  ])
})

test('a search needs all of its words', () => {
  expect(isFound(bills, 'get BILLS post')).toBe(true)
  expect(isFound(bills, 'bills receipt')).toBe(false)
})

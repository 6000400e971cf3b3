// Measures the upload and the reading of bank statements, among a million lines of earlier ones.
//   node proofs/bench/statements.mjs       GRIDBILL_PROGRAM, STORED, LINES, ROUNDS set program and sizes
// It makes its own demo in target/capacity (CAPACITY_FOLDER), and removes an older one.
import { one, portals, prepare, rows, startServe, stop } from '../capacity/processes.mjs'
import { ask, quantile, read, setting, signIn } from './portal.mjs'

const lines = setting('LINES', 2_500)
const stored = setting('STORED', 1_000_000)
const rounds = setting('ROUNDS', 5)
const statements = Math.ceil(stored / lines)
const bankId = 'TEST0021'
const officer = 'pccr@utility.example'

/** A fifth of the lines has one of 40 round amounts, the others have any amount. */
const senOf = (n) => (n % 5 === 0 ? ((n / 5) % 40) * 5_000 + 5_000 : ((n * 7_919_321) % 20_000_000) + 100)

/** Adds statements of earlier days, the last one of yesterday. */
const store = () => {
  const own = one(`select person_id from person where email = '${officer}'`)
  rows(`insert into bank_statement (statement_id, bank_id, file_name, sha256, uploaded_by, uploaded_at, heading, guessed, lines, columns,
                                    columns_by, columns_at, first_day, last_day)
        select md5('statement ' || s)::uuid, '${bankId}', s || '.sta', sha256(s::text::bytea), '${own}', now() - s * interval '1 day',
               '{}', '{}', ${lines}, '{}', '${own}', now(), current_date - s, current_date - s
        from generate_series(1, ${statements}) s`)
  rows(`insert into bank_statement_row (statement_id, line, cells)
        select md5('statement ' || s)::uuid, n, '[]' from generate_series(1, ${statements}) s, generate_series(1, ${lines}) n`)
  const isKept = one("select count(*) from information_schema.columns where table_name = 'bank_statement_line' and column_name = 'source'")
  const [kept, values] =
    isKept === '1'
      ? [', source, account, value_day, bank_references', `, 'mt940', '5140012345', current_date - s, jsonb_build_object('bank', key)`]
      : ['', '']
  rows(`insert into bank_statement_line (statement_id, line, day, reference, description, amount, reference_key, ordinal${kept})
        select md5('statement ' || s)::uuid, n, current_date - s, key, 'PAYMENT ' || key,
               (case when x % 5 = 0 then (x / 5) % 40 * 5000 + 5000 else x * 7919321 % 20000000 + 100 end) / 100.0, key, 1${values}
        from generate_series(1, ${statements}) s, generate_series(1, ${lines}) n,
             lateral (select s::bigint * ${lines} + n as x) place, lateral (select 'IBG' || x as key) named`)
  rows('vacuum (analyze)')
}

/** Returns an MT940 statement of today, whose lines follow those of `earlier` lines. */
const written = (earlier) => {
  const day = new Date().toISOString().slice(2, 10).replaceAll('-', '')
  const text = (sen) => `${Math.floor(sen / 100)},${String(sen % 100).padStart(2, '0')}`
  const numbers = Array.from({ length: lines }, (_, place) => earlier + place)
  const sum = numbers.reduce((total, n) => total + senOf(n), 0)
  const line = (n) => `:61:${day}${day.slice(2)}C${text(senOf(n))}NTRFIBG${9e8 + n}//B${9e8 + n}\r\n:86:PAYMENT IBG${9e8 + n}`
  return [
    `:20:STMT${earlier}\r\n:25:5140012345\r\n:28C:1/1\r\n:60F:C${day}MYR0,00`,
    ...numbers.map(line),
    `:62F:C${day}MYR${text(sum)}\r\n-\r\n`,
  ].join('\r\n')
}

const times = { uploaded: [], counted: [], listed: [] }
const timed = async (name, work) => {
  const began = performance.now()
  const done = await work()
  times[name].push(performance.now() - began)
  return done
}

try {
  prepare(setting('BILLS', 60_000), setting('BULK_ACCOUNTS', 7))
  store()
  await startServe(0)
  const [portal] = portals
  const token = await signIn(portal, officer, 'Admin')
  const upload = async (file) => {
    const body = new FormData()
    body.append('bankId', bankId)
    body.append('File', new Blob([file]), 'today.sta')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${portal}/portal/api/v1/BankStatements/Upload`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()).Data
  }
  for (let round = 0; round < rounds; round++) {
    const { statementId } = await timed('uploaded', () => upload(written(round * lines)))
    const path = '/portal/api/v1/BankStatements'
    await timed('counted', () => read(portal, `${path}/Statement?statementId=${statementId}`, token))
    await timed('listed', () => ask(portal, `${path}/Lines`, token, { statementId }))
  }
} finally {
  await stop()
}

for (const [name, taken] of Object.entries(times)) {
  const [median, longest] = [quantile(taken, 0.5), Math.max(...taken)].map((figure) => figure.toFixed(0))
  console.log(`statements: ${lines} lines ${name} in ${median} ms, at most ${longest} (${rounds} files, ${stored} stored lines)`)
}

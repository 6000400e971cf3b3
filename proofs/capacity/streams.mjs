// Measures the memory and processor time of an open event stream while nothing happens.
import http from 'node:http'
import { megabytes, setting, wait } from '../bench/portal.mjs'
import { cost } from './meter.mjs'
import { ofProgram, pidOf, portals } from './processes.mjs'

const EACH = 8
const [portal] = portals

const open = (token) =>
  new Promise((resolve, reject) => {
    const request = http.get(`${portal}/portal/api/v1/Live`, { headers: { authorization: `Bearer ${token}` }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream: ${answer.statusCode}`))
      answer.on('error', () => {})
      answer.once('data', () => resolve(request))
      answer.resume()
    })
    request.on('error', reject)
  })

export const streams = async (people) => {
  await people.fresh()
  const server = pidOf('serve1')
  const before = megabytes(server, 'VmRSS')
  const opened = []
  for (const { token } of people.masters) opened.push(...(await Promise.all(Array.from({ length: EACH }, () => open(token)))))
  await wait(3_000)
  const memory = ((megabytes(server, 'VmRSS') - before) * 1_024) / opened.length
  const seconds = setting('SECONDS_STREAMS', 30)
  const { program, database, statements } = await cost(() => wait(seconds * 1_000))
  for (const request of opened) request.destroy()
  const micro = (figure) => (figure * 1e6) / seconds / opened.length
  const figures = {
    streams: opened.length,
    kilobytes: memory,
    program: micro(program),
    database: micro(database),
    statements: statements / seconds,
  }
  console.log(
    `  ${opened.length} streams: ${memory.toFixed(0)} KB each; of a core ${figures.program.toFixed(0)} µs a second each in the program, ` +
      `${figures.database.toFixed(0)} in the database; ${figures.statements.toFixed(2)} statements a second for all`,
  )
  return figures
}

/** Returns the current megabytes of each process. */
export const resident = () => ofProgram().map((pid) => megabytes(pid, 'VmRSS'))

/** SQL statements on the database of the journeys' portal, for states that no call can cause. */
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { program, root } from './feed'

const run = promisify(execFile)

/** Returns socket, user and database. `gridbill database url` prints them. */
async function readConnection() {
  const { DATABASE_URL: _, ...env } = process.env
  const { stdout } = await run(program, ['database', 'url'], { cwd: root, env: { ...env, GRIDBILL_DATA: 'target/e2e' } })
  const url = new URL(stdout.trim())
  return { socket: `${url.searchParams.get('host')}/.s.PGSQL.5432`, user: url.username, database: url.pathname.slice(1) }
}

/** Builds a PostgreSQL message: a letter, the length including itself, and the body. */
function message(letter: string, text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(4)
  head.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), head, body])
}

/** Runs a statement over PostgreSQL's protocol, because a database library for this alone is not worth a dependency. */
export async function executeSql(statement: string): Promise<void> {
  const { socket, user, database } = await readConnection()
  const version = Buffer.from([0, 3, 0, 0])
  const start = message('', `user\0${user}\0database\0${database}\0`)
  await new Promise<void>((done, fail) => {
    const connection = connect(socket)
    let answer: Buffer = Buffer.alloc(0)
    let isSent = false
    connection.on('error', fail)
    connection.on('connect', () => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(start.length + 4)
      connection.write(Buffer.concat([length, version, start.subarray(4)]))
    })
    connection.on('data', (data: Buffer) => {
      answer = Buffer.concat([answer, data])
      while (answer.length >= 5 && answer.length > answer.readInt32BE(1)) {
        const [letter, length] = [String.fromCharCode(answer[0] ?? 0), answer.readInt32BE(1)]
        const body = answer.subarray(5, length + 1)
        answer = answer.subarray(length + 1)
        if (letter === 'E') fail(new Error(body.toString().replaceAll('\0', ' ')))
        if (letter !== 'Z') continue
        if (isSent) {
          connection.end()
          done()
        } else {
          isSent = true
          connection.write(message('Q', statement))
        }
      }
    })
  })
}

/** Jobs of a schedule, with the key that keeps one run of each (server/src/serve/jobs.rs). */
const keyOf = { audit_bills: 'audit bills', follow_queries: 'follow queries' }

/** Runs a scheduled job now, which a journey would otherwise wait for. */
export const runJob = (name: keyof typeof keyOf) =>
  executeSql(`select graphile_worker.add_job('${name}', '{}', queue_name := '${keyOf[name]}', job_key := '${keyOf[name]}')`)

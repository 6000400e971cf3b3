// Shared by the proofs of this folder: starts the portal's demo and programs of others, and reports rows.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { wait } from '../bench/portal.mjs'

export { signIn, wait } from '../bench/portal.mjs'

export const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '')
const program = process.env.GRIDBILL_PROGRAM ?? `${root}/target/debug/gridbill`

/** The folder of a proof's data and logs, empty at its start. Its path must stay short, because PostgreSQL's socket is in it. */
export const folder = `${root}/target/houses/${basename(process.argv[1], '.mjs')}`
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

/** Returns a port that no program uses. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Returns the version of an installed Debian package. */
export const versionOf = (name) => execFileSync('dpkg-query', ['-W', '-f', '${Version}', name], { encoding: 'utf8' })

/** Sends a request, with a `Host` of its own if `headers` has one. Returns status, headers, and the body as bytes and as text. */
export const request = (url, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const asked = http.request(url, { method, headers, agent: false }, (answer) => {
      const parts = []
      answer.on('data', (part) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const buffer = Buffer.concat(parts)
        resolve({ status: answer.statusCode, headers: answer.headers, buffer, bytes: buffer.toString() })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** What must be done when the proof ends, the newest first. */
const endings = []
export const atEnd = (ending) => void endings.unshift(ending)

/** Starts a program that ends with the proof. Its output is in `name`.log of the proof's folder. */
export function start(name, command, args, env = {}) {
  const log = openSync(`${folder}/${name}.log`, 'a')
  const child = spawn(command, args, { stdio: ['ignore', log, log], env: { ...process.env, ...env } })
  closeSync(log)
  let hasEnded = false
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      hasEnded = true
      console.error(`${name}: ${error.message}`)
      resolve()
    })
    child.once('exit', () => {
      hasEnded = true
      resolve()
    })
  })
  const stop = async () => {
    if (!hasEnded) child.kill('SIGTERM')
    const kill = setTimeout(() => child.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(kill)
  }
  atEnd(stop)
  return { child, stop, ended, isRunning: () => !hasEnded, log: () => readFileSync(`${folder}/${name}.log`, 'utf8') }
}

/**
 * Waits until `check` returns something, and returns it. An error of `check` counts as not yet. Fails at once if the program `of`, as
 * `start` returned it, has ended.
 */
export async function until(what, check, { seconds = 60, of } = {}) {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const found = await Promise.resolve().then(check).catch(() => undefined)
    if (found) return found
    if (of && !of.isRunning()) throw new Error(`${what}: the program has ended: ${of.log().slice(-2_000)}`)
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await wait(100)
  }
}

/** Waits until an address of a program answers with any status. */
export const answers = (url, of) => until(url, async () => (await fetch(url, { redirect: 'manual' })).arrayBuffer(), { of })

/**
 * Starts the demo with settings of its own, on free ports and in a folder of its own. Passing the `data` of an earlier one keeps its
 * data. Returns its address, its data folder and a function that stops it.
 */
export async function startPortal(settings = {}, data = `${folder}/data`) {
  const [port, sandbox] = [await freePort(), await freePort()]
  const env = {
    GRIDBILL_DATA: data,
    GRIDBILL_LISTEN: `127.0.0.1:${port}`,
    GRIDBILL_SANDBOX_LISTEN: `127.0.0.1:${sandbox}`,
    RUST_LOG: 'warn',
    ...settings,
  }
  const serve = start('portal', program, ['serve', '--demo'], env)
  const stop = async () => {
    await serve.stop()
    try {
      execFileSync(program, ['database', 'down'], { env: { ...process.env, ...env }, stdio: 'ignore' })
    } catch {
      // The database was already stopped.
    }
  }
  atEnd(stop)
  const url = `http://127.0.0.1:${port}`
  await until('the demo', async () => (await fetch(`${url}/readyz`)).ok, { seconds: 600, of: serve })
  return { url, port, sandbox: `http://127.0.0.1:${sandbox}`, data, stop, log: serve.log }
}

let hasFailed = false
/** Prints a row of the table. A row that is not `passed` fails the proof. */
export function row(of, tried, result, passed = true) {
  hasFailed ||= !passed
  console.log(JSON.stringify({ program: of, version: versionOf(of), tried, result: passed ? result : `FAILED: ${result}` }))
}

async function end() {
  for (const ending of endings) await ending()
  process.exit(hasFailed ? 1 : 0)
}

function fail(error) {
  hasFailed = true
  console.error(error)
}

/** Runs a proof, then ends everything that it started. */
export const prove = (proof) => proof().catch(fail).then(end)

for (const early of ['SIGINT', 'SIGTERM', 'uncaughtException']) {
  process.once(early, (reason) => {
    fail(reason)
    end()
  })
}

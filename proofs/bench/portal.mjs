// Shared by the measurements in Node: calls of the portal, their cost for its process, and statistics.
import http from 'node:http'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Closes all connections, for example after a silence in which the server has closed them. */
export const hangUp = () => agent.destroy()

export const setting = (name, otherwise) => Number(process.env[name] ?? otherwise)
export const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Sends a call. Returns the whole answer as received, and the time of its first byte. */
export const send = (portal, { method = 'POST', path, token, body, headers }) =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    const authorization = token && { authorization: `Bearer ${token}` }
    const content = body && { 'content-type': 'application/json' }
    const request = http.request(portal + path, { method, agent, headers: { ...content, ...authorization, ...headers } })
    request.on('error', reject)
    request.on('response', (answer) => {
      const parts = []
      let firstByte
      answer.on('data', (part) => {
        firstByte ??= performance.now() - began
        parts.push(part)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        if (answer.statusCode === 200) resolve({ bytes, firstByte, took: performance.now() - began })
        else {
          const refused = new Error(`${path}: ${answer.statusCode} ${bytes.toString('utf8', 0, 500)}`)
          reject(Object.assign(refused, { status: answer.statusCode, headers: answer.headers }))
        }
      })
    })
    request.end(body && JSON.stringify(body))
  })

/** Returns the `Data` of a call. */
export const ask = async (portal, path, token, body, headers = {}) =>
  JSON.parse((await send(portal, { path, token, body, headers })).bytes).Data

export const read = async (portal, path, token) => JSON.parse((await send(portal, { method: 'GET', path, token })).bytes).Data

export const signIn = async (portal, username, side = 'User') =>
  (await ask(portal, `/user-svc/api/v1/${side}/Login`, undefined, { username, password: 'Gridbill-demo1' })).accessToken

/** Returns the processor seconds of a process and its ended children, and its parent. */
const statOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return { parent: fields[1], seconds: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100 }
}
export const ticked = (pid) => statOf(pid).seconds

/** Returns the processor seconds of the private PostgreSQL, whose folder is next to its socket. */
export const ofDatabase = (database) => {
  const folder = new URL(database).searchParams.get('host').replace(/socket$/, 'postgres')
  const main = readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')[0]
  const numbers = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))
  return numbers.reduce((sum, pid) => {
    try {
      const { parent, seconds } = statOf(pid)
      return pid === main || parent === main ? sum + seconds : sum
    } catch {
      // The process ended meanwhile.
      return sum
    }
  }, 0)
}

/** Returns the megabytes of a process in memory: now (`VmRSS`), or the peak since `forgetPeak` (`VmHWM`). */
export const megabytes = (pid, which) =>
  Number(new RegExp(`^${which}:\\s+([0-9]+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
export const forgetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** Returns the quantile `part` of the figures. */
export const quantile = (figures, part) => {
  const sorted = [...figures].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}

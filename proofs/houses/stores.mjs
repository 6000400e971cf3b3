// Stores of other houses that speak S3 keep the portal's files: moto of PyPI, with versioning off and on, and s3s-fs of crates.io. The
// files are moved from a folder while the mover is killed, the portal is switched, and files and buckets that are missing are asked for.
// s3s-fs takes more than five minutes to build, so only S3S=1 does it, behind `cargo install`; a program that was built before is used.
// Debian: python3-venv
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { ask, read, send } from '../bench/portal.mjs'
import { answers, folder, freePort, prove, root, signIn, start, startPortal, until } from './house.mjs'

const moto = '5.2.5'
const s3s = '0.13.0'
const program = process.env.GRIDBILL_PROGRAM ?? `${root}/target/debug/gridbill`
const exported = 25

let failures = 0
function report(of, version, tried, result, passed) {
  failures += passed ? 0 : 1
  console.log(JSON.stringify({ program: of, version, tried, result: passed ? result : `FAILED: ${result}` }))
}

const credentials = { AWS_ACCESS_KEY_ID: 'gridbill', AWS_SECRET_ACCESS_KEY: 'gridbill-secret', AWS_REGION: 'us-east-1', AWS_ALLOW_HTTP: 'true' }

async function startMoto() {
  const python = `${root}/target/houses/moto`
  if (!existsSync(`${python}/bin/moto_server`)) {
    execFileSync('python3', ['-m', 'venv', '--clear', python])
    execFileSync(`${python}/bin/pip`, ['install', '--quiet', '--disable-pip-version-check', `moto[server]==${moto}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const port = await freePort()
  const server = start('moto', `${python}/bin/moto_server`, ['-H', '127.0.0.1', '-p', `${port}`])
  const url = `http://127.0.0.1:${port}`
  await answers(url, server)
  // moto reads the region of the credential and checks no signature.
  const headers = { authorization: `AWS4-HMAC-SHA256 Credential=${credentials.AWS_ACCESS_KEY_ID}/20261130/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0` }
  const call = async (method, path, body) => {
    const answer = await fetch(url + path, { method, headers, body })
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text
  }
  return {
    program: 'moto',
    version: moto,
    url,
    async create(bucket, isVersioned) {
      await call('PUT', `/${bucket}`)
      const rule = '<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>Enabled</Status></VersioningConfiguration>'
      if (isVersioned) await call('PUT', `/${bucket}?versioning`, rule)
    },
    objects: async (bucket) => [...(await call('GET', `/${bucket}?list-type=2`)).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key),
    /** Returns the number of versions, and of marks that say that a file is deleted. */
    async versions(bucket) {
      const text = await call('GET', `/${bucket}?versions`)
      return { versions: text.split('<Version>').length - 1, marks: text.split('<DeleteMarker>').length - 1 }
    },
    remove: (bucket, key) => call('DELETE', `/${bucket}/${key}`),
  }
}

/** s3s-fs keeps each bucket as a folder. */
async function startS3s() {
  const home = `${root}/target/houses/s3s`
  if (process.env.S3S === '1' && !existsSync(`${home}/bin/s3s-fs`)) {
    execFileSync('cargo', ['install', '--locked', '--root', home, '--features', 'binary', '--version', s3s, 's3s-fs'], { stdio: 'inherit' })
  }
  if (!existsSync(`${home}/bin/s3s-fs`)) {
    console.error('stores: s3s-fs is left out, because it takes minutes to build: S3S=1')
    return undefined
  }
  const [port, data] = [await freePort(), `${folder}/s3s`]
  mkdirSync(data)
  const { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret } = credentials
  const server = start('s3s-fs', `${home}/bin/s3s-fs`, ['--host', '127.0.0.1', '--port', `${port}`, '--access-key', key, '--secret-key', secret, data])
  const url = `http://127.0.0.1:${port}`
  await answers(url, server)
  const within = (path) => readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name))
  return {
    program: 's3s-fs',
    version: s3s,
    url,
    create: (bucket) => mkdirSync(`${data}/${bucket}`),
    objects: (bucket) => within(`${data}/${bucket}`).map(({ name }) => `files/uploads/${name.slice(30)}/${name}`),
    remove: (bucket, key) => execFileSync('rm', [`${data}/${bucket}/${key}`]),
  }
}

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex')
const fileOf = (portal, token, { downloadId }) => send(portal.url, { method: 'GET', path: `/portal/api/v1/Downloads/File/${downloadId}`, token })
const refusalOf = (asked) => asked.then(() => 'none', ({ status, message }) => `${status} ${/"code":"(\w+)"/.exec(message)?.[1]}`)

/** Runs `gridbill files move` to its end. Returns its exit code and its last line about files. */
function move(env, ...args) {
  const { status, stdout, stderr } = spawnSync(program, ['files', 'move', ...args], { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, line: /^\d+ copied.*$/m.exec(stdout)?.[0] ?? stdout + stderr, said: stdout + stderr }
}

async function tryStore(store, portal, bucket, isVersioned) {
  const tried = (what, result, passed) => report(store.program, store.version, isVersioned ? `${what}, versioning on` : what, result, passed)
  const from = `file://${portal.data}/files`
  const inFolder = { GRIDBILL_DATA: portal.data }
  const inBucket = { ...inFolder, ...credentials, AWS_ENDPOINT_URL: store.url, GRIDBILL_FILES_URL: `s3://${bucket}/files` }
  const both = { ...inBucket, GRIDBILL_FILES_URL: from }
  await store.create(bucket, isVersioned)
  const payer = await signIn(portal.url, 'payer@sinar.example')
  const id = (await read(portal.url, '/user-svc/api/v1/User/GetUserProfile', payer)).bulkId
  const made = []
  for (let file = 0; file < exported; file++) {
    const request = { list: 'outstandingBills', request: { id, filter: {} }, format: 'csv' }
    made.push(await ask(portal.url, '/portal/api/v1/Downloads/ExportList', payer, request))
  }
  const hashes = []
  for (const file of made) hashes.push(hashOf((await fileOf(portal, payer, file)).bytes))

  // Killed as soon as the bucket has a file, and repeated.
  const mover = spawn(program, ['files', 'move', '--to', inBucket.GRIDBILL_FILES_URL], { stdio: 'ignore', env: { ...process.env, ...both } })
  const ended = new Promise((resolve) => mover.once('exit', resolve))
  await until('a file is moved', async () => (await store.objects(bucket)).length > 0)
  mover.kill('SIGKILL')
  await ended
  const half = (await store.objects(bucket)).length
  const rest = move(both, '--to', inBucket.GRIDBILL_FILES_URL)
  const all = (await store.objects(bucket)).length
  tried('moving, killed and repeated', `${half} of ${all} before; then ${rest.line}`, rest.status === 0 && half > 0 && half <= all)
  const again = move(both, '--to', inBucket.GRIDBILL_FILES_URL)
  tried('moving again', again.line, again.status === 0 && again.line.startsWith('0 copied'))

  const late = await ask(portal.url, '/portal/api/v1/Downloads/ExportList', payer, { list: 'outstandingBills', request: { id, filter: {} }, format: 'csv' })
  await portal.stop()
  const switched = await startPortal(inBucket, portal.data)
  const token = await signIn(switched.url, 'payer@sinar.example')
  const early = await refusalOf(fileOf(switched, token, late))
  const last = move(inBucket, '--from', from)
  const isThere = (await refusalOf(fileOf(switched, token, late))) === 'none'
  tried('a file written after the copy', `${early}; copied afterwards: ${last.line}`, early === '410 fileGone' && isThere && last.status === 0)
  let same = 0
  for (const [place, file] of made.entries()) same += hashOf((await fileOf(switched, token, file)).bytes) === hashes[place]
  tried('files read from the bucket', `${same} of ${made.length} have the same bytes`, same === made.length)
  const verified = move(inBucket, '--from', from, '--verify')
  tried('--verify', verified.line, verified.status === 0 && verified.line.startsWith('0 copied'))

  // A file that is deleted by the portal, and one that the store loses.
  const [cancelled, lost] = made
  const before = isVersioned ? await store.versions(bucket) : undefined
  await ask(switched.url, `/portal/api/v1/Downloads/Cancel/${cancelled.downloadId}`, token, {})
  if (isVersioned) {
    const after = await until('it is deleted', async () => {
      const now = await store.versions(bucket)
      return now.marks > before.marks && now
    })
    const isKept = after.versions === before.versions
    tried('a deleted file', isKept ? 'stays as an earlier version: the bucket needs a rule' : `${after.versions} versions`, isKept)
  }
  let gone = 'none'
  for (const key of await store.objects(bucket)) {
    await store.remove(bucket, key)
    gone = await refusalOf(fileOf(switched, token, lost))
    if (gone !== 'none') break
  }
  const isLogged = switched.log().includes('the file store lacks a file')
  tried('a file that the store has lost', `${gone}${isLogged ? ', and an error in the log' : ''}`, gone === '410 fileGone' && isLogged)
  const repaired = move(inBucket, '--from', from)
  tried('moving it once more', repaired.line, repaired.status === 0 && (await refusalOf(fileOf(switched, token, lost))) === 'none')
  await switched.stop()

  const away = await startPortal({ ...inBucket, GRIDBILL_FILES_URL: `s3://${bucket}-missing/files` }, portal.data)
  const unreached = await refusalOf(fileOf(away, await signIn(away.url, 'payer@sinar.example'), lost))
  tried('a bucket that does not exist', unreached, unreached === '503 unavailable')
  await away.stop()
}

prove(async () => {
  const stores = [[await startMoto(), false], [await startMoto(), true]]
  const built = await startS3s()
  if (built) stores.push([built, false])
  for (const [place, [store, isVersioned]] of stores.entries()) {
    const data = `${folder}/data${place}`
    await tryStore(store, await startPortal({}, data), 'gridbill', isVersioned)
  }
  if (failures > 0) throw new Error(`${failures} rows failed`)
})

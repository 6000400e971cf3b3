// The file store of the cluster: s3rver (FOLDER PORT FILES), changed so that parts and objects are stored whole before they are
// acknowledged, as in S3. By itself it acknowledges a part before its bytes are in the file, so on a loaded machine an upload that was
// completed at once left an empty object. It also writes into the old object: when a request to complete an upload is repeated, its
// parts are gone, and the object is left empty.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder, port, directory] = process.argv.slice(2)
const required = createRequire(resolve(folder, 'package.json'))
const S3rver = required('s3rver')
const FilesystemStore = required('s3rver/lib/stores/filesystem')

/** Writes a file as a whole, and replaces an older one. Returns its size and MD5. */
async function writeWhole(place, content) {
  const written = `${place}.${randomUUID()}`
  const hash = createHash('md5')
  let size = 0
  async function* counted(pieces) {
    for await (const piece of pieces) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }
  await mkdir(dirname(place), { recursive: true })
  await pipeline(Buffer.isBuffer(content) ? [content] : content, counted, createWriteStream(written))
  await rename(written, place)
  return { size, md5: hash.digest('hex') }
}

FilesystemStore.prototype.putPart = async function (bucket, uploadId, partNumber, content) {
  const place = join(this.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(partNumber))
  const written = await writeWhole(place, content)
  await writeFile(`${place}.md5`, written.md5)
  return written
}

FilesystemStore.prototype.putObject = async function ({ bucket, key, content, metadata }) {
  const written = await writeWhole(this.getResourcePath(bucket, key, 'object'), content)
  await this.putMetadata(bucket, key, metadata, written.md5)
  return written
}

/** What each request to complete an upload returned, which a repeated request returns again. */
const completed = new Map()
const { putObjectMultipart } = FilesystemStore.prototype
FilesystemStore.prototype.putObjectMultipart = function (bucket, uploadId, parts) {
  if (!completed.has(uploadId)) {
    const result = putObjectMultipart.call(this, bucket, uploadId, parts)
    completed.set(uploadId, result)
    // A request that failed may be tried again.
    result.catch(() => completed.delete(uploadId))
  }
  return completed.get(uploadId)
}

const options = { address: '127.0.0.1', port: Number(port), directory, silent: true, vhostBuckets: false }
await new S3rver({ ...options, configureBuckets: [{ name: 'gridbill', configs: [] }] }).run()

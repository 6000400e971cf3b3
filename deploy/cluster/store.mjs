// The file store of the cluster: s3rver (FOLDER PORT FILES), changed so that an object is replaced as a whole, as in S3. By itself it
// writes into the old object. So when a request to complete an upload is repeated, its parts are gone, and the object is left empty.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder, port, directory] = process.argv.slice(2)
const required = createRequire(resolve(folder, 'package.json'))
const S3rver = required('s3rver')
const FilesystemStore = required('s3rver/lib/stores/filesystem')

FilesystemStore.prototype.putObject = async function ({ bucket, key, content, metadata }) {
  const place = this.getResourcePath(bucket, key, 'object')
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
  const md5 = hash.digest('hex')
  await this.putMetadata(bucket, key, metadata, md5)
  return { size, md5 }
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

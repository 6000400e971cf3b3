/** A proxy in front of the portal. It can be unreachable, or serve a new version whose files have new names. */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { baseURL } from '../playwright.config'
import { root } from './feed'

const fileName = /([\w.-]+-[\w-]{8})\.(js|css|wasm|woff2)\b/g
const isText = /javascript|css|html/

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** Answers with a file of the build. Returns false if it is none. An installation fetches hundreds, so the portal is not asked. */
async function sendFile(path: string, isNew: boolean, to: ServerResponse): Promise<boolean> {
  const type = types[extname(path)]
  const file = type && (await readFile(join(root, 'app/dist', path)).catch(() => undefined))
  if (!file) return false
  to.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' })
  to.end(isNew && isText.test(type) ? file.toString().replace(fileName, '$1.new.$2') : file)
  return true
}

export async function deploy() {
  let isNew = false
  let isUnreachable = false

  async function forward(from: IncomingMessage, to: ServerResponse) {
    if (isUnreachable) return void from.socket.destroy()
    const address = from.url ?? '/'
    const isNewFile = address.startsWith('/assets/') && address.includes('.new.')
    if (address.startsWith('/assets/') && isNewFile !== isNew) return void to.writeHead(404).end()
    const { hostname, port, host, origin } = new URL(baseURL)
    const headers = { ...from.headers, host, ...(from.headers.origin && { origin }) }
    // The proxy changes text, so it must not be compressed or cached.
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since'] as const) delete headers[name]
    const path = address.replace('.new.', '.')
    if (path.startsWith('/assets/') && (await sendFile(path, isNew, to))) return
    const sent = request({ hostname, port, path, method: from.method, headers }, (answer) => {
      if (!isNew || !isText.test(answer.headers['content-type'] ?? '')) {
        to.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(to)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts)
          .toString()
          .replace(fileName, '$1.new.$2')
          .replace('<!doctype html>\n<html', '<!doctype html>\n<html data-version="new"')
          .replace("const version = '", "const version = 'new-")
        const { 'content-length': _, ...others } = answer.headers
        to.writeHead(answer.statusCode ?? 502, others).end(text)
      })
    })
    sent.on('error', () => to.destroy())
    from.pipe(sent)
    to.on('close', () => sent.destroy())
  }

  const server = createServer((from, to) => void forward(from, to))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deployNew: () => {
      isNew = true
    },
    setUnreachable: (unreachable: boolean) => {
      isUnreachable = unreachable
      if (unreachable) server.closeAllConnections()
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

#!/usr/bin/env node
/**
 * Starts Firefox for Playwright, and relays their messages, because Playwright 1.65 expects a newer version than Firefox ESR 153:
 * - It sets the colour scheme of a new context by a command that this Firefox does not know, and gives up when it is refused.
 * - It ignores downloads without an identifier.
 * - It fills a field by setting the value, which React does not notice. Firefox's own command does what typing does.
 */
import { spawn } from 'node:child_process'
import { WebSocket, WebSocketServer } from 'ws'

const firefox = spawn(process.env.GRIDBILL_E2E_FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => firefox.kill(signal))

firefox.stderr.setEncoding('utf8').on('data', (lines) => {
  const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(lines) ?? []
  if (address) relay(`${address}/session`)
  else process.stderr.write(lines)
})

/** Listens at an address of its own, and prints it as Firefox does. */
function relay(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  )
  server.on('connection', (playwright) => {
    const browser = new WebSocket(address, { maxPayload: 2 ** 30 })
    /** Numbers of commands that emulate something. */
    const emulating = new Set()
    const opened = new Promise((resolve) => browser.once('open', resolve))
    playwright.on('message', async (data) => {
      const { id, method } = JSON.parse(data)
      if (method.startsWith('emulation.')) emulating.add(id)
      await opened
      browser.send(String(data).replace('window.__pw_bidiInsertText(', "document.execCommand('insertText', false, "))
    })
    browser.on('message', (data) => {
      const message = JSON.parse(data)
      const { id, error, method, params } = message
      const isUnknown = emulating.delete(id) && error === 'unknown command'
      if (method?.startsWith('browsingContext.download')) params.download ??= params.navigation ?? params.url
      playwright.send(JSON.stringify(isUnknown ? { type: 'success', id, result: {} } : message))
    })
    playwright.on('close', () => browser.close())
    browser.on('close', () => playwright.close())
    browser.on('error', () => playwright.close())
  })
}

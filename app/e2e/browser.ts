/** Finds the browser of the tests: the system's Chromium, else the Chromium of an npm package with its libraries. */
import { existsSync } from 'node:fs'

interface Browser {
  executablePath: string
  env: Record<string, string>
}

// The headless shell is smaller, so it comes first.
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
  // The package unpacks its system libraries only on AWS Lambda, so this variable pretends to be there.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x'
  const { default: packaged } = await import('@sparticuz/chromium')
  const executablePath = await packaged.executablePath()
  const given = { LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? '', FONTCONFIG_PATH: process.env.FONTCONFIG_PATH ?? '' }
  delete process.env.AWS_EXECUTION_ENV
  return { executablePath, env: { ...env, ...given } }
}

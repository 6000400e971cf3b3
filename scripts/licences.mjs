// Checks the app's packages: every licence in the lock file must be allowed by deny.toml, as for crates, or here for a reason.
import { readFileSync } from 'node:fs'
import satisfies from '../app/node_modules/spdx-satisfies/index.js'

const allowed = [...readFileSync('deny.toml', 'utf8').matchAll(/^ {4}"([^" ]+)",$/gm)].map(([, licence]) => licence)
// A font, which is shipped as a file; and SPDX's own lists, which this script reads.
allowed.push('OFL-1.1', 'CC-BY-3.0')
/** Packages without a licence in the lock file. The licence is that of the package itself. */
const known = { '@react-aria/optimize-locales-plugin': 'Apache-2.0' }
/** Licence expressions that do not follow the SPDX syntax. */
const spelled = { 'MIT and ISC': 'MIT AND ISC' }

const { packages } = JSON.parse(readFileSync('app/package-lock.json', 'utf8'))
const wrong = Object.entries(packages).flatMap(([path, { license }]) => {
  if (path === '') return []
  const name = path.replace(/^.*node_modules\//, '')
  const licence = spelled[license] ?? license ?? known[name]
  return licence && satisfies(licence, allowed) ? [] : [`${name}: ${licence ?? 'no licence'}`]
})
if (wrong.length > 0) {
  console.error(`licences that are not allowed:\n${wrong.join('\n')}`)
  process.exit(1)
}
console.log(`licences of ${Object.keys(packages).length - 1} packages are allowed`)

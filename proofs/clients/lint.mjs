// Checks an OpenAPI document with Redocly's and Spectral's recommended rules: no error, and fewer than ten warnings.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const [file] = process.argv.slice(2)
/** Runs a linter. A text may follow its JSON. */
function run(...command) {
  const { stdout, stderr } = spawnSync('npx', command, { encoding: 'utf8', maxBuffer: 1 << 26 })
  const end = Math.max(stdout.lastIndexOf('}'), stdout.lastIndexOf(']'))
  if (end < 0) throw new Error(stderr)
  return JSON.parse(stdout.slice(0, end + 1))
}

writeFileSync('.spectral.yaml', 'extends: ["spectral:oas"]\n')
const redocly = run('redocly', 'lint', file, '--format=json').problems.map(({ severity, ruleId, message }) => ({
  isError: severity === 'error',
  said: `${ruleId}: ${message}`,
}))
const spectral = run('spectral', 'lint', file, '--format', 'json').map(({ severity, code, message, path }) => ({
  isError: severity === 0,
  said: `${code}: ${message} at ${path.join('.')}`,
}))
let isBad = false
for (const [name, problems] of Object.entries({ redocly, spectral })) {
  const errors = problems.filter(({ isError }) => isError).length
  const warnings = problems.length - errors
  console.log(`api-clients: ${name}: ${errors} errors, ${warnings} warnings`)
  isBad ||= errors > 0 || warnings >= 10
  for (const { said } of problems.slice(0, 20)) console.log(`  ${said}`)
}
process.exit(isBad ? 1 : 0)

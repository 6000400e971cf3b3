// Tests real pages during a failover, in the browser of the journeys: ../browser.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { port, rows, scripts } from './cluster.mjs'

const app = join(scripts, '../../app')

/** Marks all tours as seen for all users, so that no page offers one (app/e2e/toursSeen.ts). */
const toursSeen = async () => {
  const { names } = JSON.parse(readFileSync(join(app, 'src/words/en/tours.json'), 'utf8'))
  const ids = Object.keys(names)
    .map((id) => `'${id}'`)
    .join(', ')
  await rows(`insert into tutorial (person_id, tutorial_id, completed_at)
    select person_id, id, now() from person cross join unnest(array[${ids}]) id on conflict do nothing`)
}

export const browser = async (show) => {
  let runner
  try {
    runner = join(dirname(createRequire(join(app, 'package.json')).resolve('@playwright/test/package.json')), 'cli.js')
  } catch {
    return ['the app is not installed: npm --prefix app install']
  }
  await toursSeen()
  const config = join(scripts, '../../proofs/cluster/browser/playwright.config.mts')
  const env = { ...process.env, GRIDBILL_E2E_PORT: port('http') }
  const playwright = spawn(process.execPath, [runner, 'test', '--config', config], { cwd: app, env })
  let said = ''
  for (const output of [playwright.stdout, playwright.stderr])
    output.on('data', (part) => {
      said += part
    })
  const code = await new Promise((resolve) => playwright.on('close', resolve))
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  for (const line of code === 0 ? lines.filter((one) => /\d ms\b/.test(one)) : lines) show(line.trim())
  return code === 0 ? [] : ['a page did not come through']
}

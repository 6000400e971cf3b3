/** Tests the cluster's portal with browser and steps of the journeys (app/e2e); run by `proofs/browser.mjs`. */
import { findBrowser } from '../../../app/e2e/browser'

const browser = await findBrowser()

export default {
  testDir: '.',
  testMatch: '*.spec.mts',
  outputDir: '../../../target/cluster-browser',
  timeout: 300_000,
  expect: { timeout: 15_000 },
  workers: 1,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${process.env.GRIDBILL_E2E_PORT}`,
    actionTimeout: 15_000,
    locale: 'en-US',
    launchOptions: { executablePath: browser.executablePath, env: browser.env, args: ['--no-sandbox', '--disable-gpu'] },
  },
}

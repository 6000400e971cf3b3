/** Runs against a running portal: GRIDBILL_BENCH_PORTAL. */
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../../app/e2e/browser'

const browser = await findBrowser()

export default defineConfig({
  testDir: '.',
  testMatch: /(hand|cold|lighthouse|tasks)\.spec\.ts/,
  outputDir: '../../target/proofs-browser',
  workers: 1,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 720 },
    actionTimeout: 10_000,
    launchOptions: { executablePath: browser.executablePath, env: browser.env, args: ['--no-sandbox', '--disable-gpu'] },
  },
})

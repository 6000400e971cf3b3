/** Runs against a new demo, the one of the journeys (app/playwright.config.ts). GRIDBILL_E2E_PORT is the first of its four ports. */
import { defineConfig } from '@playwright/test'
import journeys from '../../app/playwright.config'

export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: /(browsers|accessibility)\.spec\.ts/,
  outputDir: '../../target/proofs-browser',
  globalSetup: '../../app/e2e/toursSeen.ts',
  // The machine may be busy with other work.
  expect: { timeout: 60_000 },
  use: { ...journeys.use, actionTimeout: 60_000 },
  workers: 1,
  reporter: [['list']],
  webServer: { ...journeys.webServer, cwd: '../../app', timeout: 900_000 } as typeof journeys.webServer,
})

import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser'

// Two checkouts on one machine need ports of their own.
const port = Number(process.env.GRIDBILL_E2E_PORT ?? 8190)
const sandboxPort = port + 1
export const baseURL = `http://127.0.0.1:${port}`
/** Another host than the portal's, as a bank is: what comes back from it comes from elsewhere. */
export const sandboxURL = `http://localhost:${sandboxPort}`

/** The browser's processor is slowed so many times: journeys hold on a slow machine, and on one with other work. */
export const slowdown = Number(process.env.GRIDBILL_E2E_SLOWDOWN ?? 1)

const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/toursSeen.ts',
  // Each step has its own, shorter limit: this one ends what no step ends.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  // One portal serves all journeys, as in life; each works with bills of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // What decides whether a change lands asks up to three times, and names a journey that needed it as flaky; by hand it fails at once.
  retries: Number(process.env.GRIDBILL_E2E_RETRIES ?? 0),
  reporter: [['list']],
  use: {
    baseURL,
    // What a service worker serves is not seen by page.route; offline.spec.ts lets it work.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    locale: 'en-US',
    // Not that of the utility: days must be shown at +08:00 all the same.
    timezoneId: 'America/New_York',
    // Recording costs a quarter of the time. `npx playwright test --trace retain-on-failure` records by hand.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: browser.executablePath,
      env: browser.env,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
    },
  },
  webServer: {
    command: 'sh e2e/portal.sh',
    url: `${baseURL}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      GRIDBILL_LISTEN: `127.0.0.1:${port}`,
      GRIDBILL_SANDBOX_LISTEN: `127.0.0.1:${sandboxPort}`,
      GRIDBILL_FPX_URL: sandboxURL,
      GRIDBILL_DATA: 'target/e2e',
      // What happens as it should is not printed between the journeys.
      RUST_LOG: 'warn',
      // All journeys call from one address.
      GRIDBILL_SIGN_INS_PER_ADDRESS: '1000000',
      GRIDBILL_REGISTRATIONS_PER_ADDRESS: '1000000',
      GRIDBILL_EMAILS_PER_ADDRESS: '1000000',
      GRIDBILL_EMAILS_PER_EMAIL: '1000000',
      GRIDBILL_CHECKS_PER_ADDRESS: '1000000',
      GRIDBILL_LINKS_PER_MAILBOX: '1000000',
      GRIDBILL_WRONG_PASSWORDS_PER_ACCOUNT: '1000000',
      GRIDBILL_INVITATIONS_PER_PERSON: '1000000',
      GRIDBILL_INVITATIONS_PER_EMAIL: '1000000',
    },
  },
})

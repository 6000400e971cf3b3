import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser'

// Checkouts on the same machine need different ports.
const port = Number(process.env.GRIDBILL_E2E_PORT ?? 8190)
const sandboxPort = port + 1
export const baseURL = `http://127.0.0.1:${port}`
/** Another host than the portal's, so that returning from the bank is a cross-site navigation, as in production. */
export const sandboxURL = `http://localhost:${sandboxPort}`

/** The DNS server that the portal asks for records of mail domains, and a company's provider: e2e/provider.ts starts both. */
export const dnsPort = port + 2
export const providerURL = `http://localhost:${port + 3}`

/** Factor by which the browser's processor is slowed, to check that journeys pass on a slow or busy machine. */
export const slowdown = Number(process.env.GRIDBILL_E2E_SLOWDOWN ?? 1)

const browser = await findBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Sweeps that repeat others in Malay or in the dark theme: `make e2e-all` runs them.
  ...(!process.env.GRIDBILL_E2E_ALL && { grepInvert: /@all/ }),
  outputDir: 'test-results',
  globalSetup: './e2e/toursSeen.ts',
  // Limit of a whole journey, in case no step reaches its own, shorter limit.
  timeout: 600_000,
  expect: { timeout: 15_000 },
  // All journeys share one portal, as in production; each uses bills of its own.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // The check before a merge sets up to two retries and reports journeys that needed them as flaky; by hand a failure
  // counts immediately.
  retries: Number(process.env.GRIDBILL_E2E_RETRIES ?? 0),
  // The second report is for `scripts/times.mjs`.
  reporter: [['list'], ['json', { outputFile: '../target/journeys.json' }]],
  use: {
    baseURL,
    // page.route does not see requests that a service worker answers; offline.spec.ts allows the worker.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    locale: 'en-US',
    // Different from the utility's time zone, because days must be shown at +08:00 regardless.
    timezoneId: 'America/New_York',
    // Recording takes a quarter of the time. Use `npx playwright test --trace retain-on-failure` to record by hand.
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
      GRIDBILL_DNS_SERVER: `127.0.0.1:${dnsPort}`,
      GRIDBILL_OUTBOUND_LOOPBACK: 'true',
      // Hides normal log lines between the journeys' output.
      RUST_LOG: 'warn',
      // All journeys call from the same address, so the limits must not apply.
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

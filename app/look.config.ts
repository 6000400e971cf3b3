import { defineConfig } from '@playwright/test'
export const baseURL = 'http://127.0.0.1:8290'
export const sandboxURL = 'http://localhost:8291'
export default defineConfig({
  testDir: 'e2e', testMatch: '**/*.spec.ts', outputDir: '/tmp/mresults', timeout: 90_000, expect: { timeout: 15_000 }, workers: 1, reporter: [['list']],
  use: { baseURL, actionTimeout: 15_000, locale: 'en-US', timezoneId: 'America/New_York', screenshot: 'only-on-failure',
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking'] } },
})

import { defineConfig } from '@playwright/test'
import { findBrowser } from '../../app/e2e/browser'

const browser = await findBrowser()
const baseURL = 'http://127.0.0.1:18095'

export default defineConfig({
  testDir: '.',
  testMatch: 'measure.spec.ts',
  outputDir: '../../target/proofs-browser',
  timeout: 60_000,
  workers: 1,
  reporter: [['list']],
  use: {
    baseURL,
    launchOptions: { executablePath: browser.executablePath, env: browser.env, args: ['--no-sandbox', '--disable-gpu'] },
  },
  webServer: { command: 'npx vite preview --config ../proofs/browser/vite.config.ts --host 127.0.0.1 --port 18095', cwd: '../../app', url: baseURL },
})

import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import wasm from 'vite-plugin-wasm'
import { defineConfig } from 'vitest/config'
import { reactAriaMalay } from './vite-plugins/react-aria-malay.ts'

const rules = (part: 'first' | 'portal' | 'sheet') => fileURLToPath(new URL(`../core-wasm/pkg/${part}/gridbill_core.js`, import.meta.url))
const publicPaths = fileURLToPath(new URL('../core-wasm/pkg/public-paths.json', import.meta.url))

export default defineConfig({
  plugins: [react(), wasm(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, reactAriaMalay()],
  // the development server bundles dependencies beforehand, past the plugins above
  optimizeDeps: { rolldownOptions: { plugins: [reactAriaMalay()] } },
  // No dependency of package.json: when npm installs on a fresh clone, the package is not built yet.
  resolve: {
    alias: {
      'gridbill-core/first': rules('first'),
      'gridbill-core/portal': rules('portal'),
      'gridbill-core/sheet': rules('sheet'),
      'gridbill-core/public-paths': publicPaths,
      'gridbill-core/declared/public': fileURLToPath(new URL('../core-wasm/pkg/declared/public.json', import.meta.url)),
      'gridbill-core/declared/portal': fileURLToPath(new URL('../core-wasm/pkg/declared/portal.json', import.meta.url)),
    },
  },
  // The reader of workbooks, which loads its rules in the worker.
  worker: { format: 'es', plugins: () => [wasm()] },
  test: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
  // The CSS is for browsers that know light-dark(): lowered, it would be fixed at :root, and no part of a page could have the other theme.
  build: { target: 'es2022', cssTarget: ['chrome123', 'firefox128', 'safari17.5'], sourcemap: false },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      ['/user-svc', '/billpayment-svc', '/payments-svc', '/account-svc', '/portal', '/dev/mail'].map((p) => [p, 'http://127.0.0.1:8080']),
    ),
  },
})

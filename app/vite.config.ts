import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkOf, preloadBase } from './vite-plugins/chunks.ts'
import { compressed } from './vite-plugins/compressed.ts'
import { serviceWorker } from './vite-plugins/offline/serviceWorker.ts'
import { portalPage } from './vite-plugins/portalPage.ts'
import { reactAriaMalay } from './vite-plugins/react-aria-malay.ts'
import { rules } from './vite-plugins/rules.ts'

const built = (file: string) => fileURLToPath(new URL(`../core-wasm/pkg/${file}`, import.meta.url))

const sources = fileURLToPath(new URL('src/', import.meta.url))

const isOfEveryPage = (part: string) => /^assets\/(base|frame|gridbill_core|rolldown-runtime|shared|start)-[\w-]+\.js$/.test(part)

export default defineConfig({
  plugins: [
    react(),
    rules(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    reactAriaMalay(),
    preloadBase(),
    portalPage(),
    serviceWorker(),
    compressed(),
  ],
  // The development server bundles dependencies without the plugins above, so this plugin is listed again.
  optimizeDeps: { rolldownOptions: { plugins: [reactAriaMalay()] } },
  resolve: {
    alias: [
      { find: /^~\//, replacement: sources },
      // Not dependencies in package.json, because the package is not built yet when npm installs in a fresh clone.
      { find: /^gridbill-core\/declared\/(\w+)$/, replacement: built('declared/$1.json') },
      { find: /^gridbill-core\/allSentences\/(\w+)$/, replacement: built('declared/all_sentences.$1.json') },
      { find: /^gridbill-core\/sentences\/(\w+)$/, replacement: built('declared/sentences.$1.json') },
      { find: /^gridbill-core\/(rules|forms|sheet|finance|accounting|exports|packs)$/, replacement: built('$1/gridbill_core.js') },
    ],
  },
  // For the workbook reader, which loads its rules in the worker.
  worker: {
    format: 'es',
    plugins: () => [rules()],
    // The rules must not import the worker's own file, which WebKit would run a second time.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'packages', test: /core\/packages\.ts$/ }] } } },
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/sentences.ts'],
    // The second report is for `scripts/times.mjs`.
    reporters: ['default', 'json'],
    outputFile: { json: '../target/vitest.json' },
  },
  // The CSS needs browsers with light-dark(). Transpiled, it would be fixed at :root, and no part of a page could have
  // the other theme.
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: false,
    // Code loaded later does not list files again that every page loads at its start.
    modulePreload: {
      // All browsers above preload modules by themselves.
      polyfill: false,
      resolveDependencies: (_, parts, { hostType }) => (hostType === 'js' ? parts.filter((part) => !isOfEveryPage(part)) : parts),
    },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ debugName: 'parts', name: chunkOf, includeDependenciesRecursively: false }] } },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      ['/user-svc', '/billpayment-svc', '/payments-svc', '/account-svc', '/portal', '/dev/mail'].map((p) => [p, 'http://127.0.0.1:8080']),
    ),
  },
})

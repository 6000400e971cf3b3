import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import wasm from 'vite-plugin-wasm'

export default defineConfig({
  plugins: [
    react(),
    wasm(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
  ],
  // The CSS is for browsers that know light-dark(): lowered, it would be fixed at :root, and no part of a page could have the other theme.
  build: { target: 'es2022', cssTarget: ['chrome123', 'firefox128', 'safari17.5'], sourcemap: false },
  server: { proxy: Object.fromEntries(['/user-svc', '/billpayment-svc', '/payments-svc', '/account-svc', '/portal'].map((p) => [p, 'http://127.0.0.1:8080'])) },
})

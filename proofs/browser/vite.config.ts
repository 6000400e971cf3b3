import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import portal from '../../app/vite.config.ts'

export default defineConfig({
  ...portal,
  root: fileURLToPath(new URL('.', import.meta.url)),
  build: { ...portal.build, outDir: fileURLToPath(new URL('../../target/bench-sheets', import.meta.url)), emptyOutDir: true },
})

/** The user guides and the film are made of the demo that the journeys run on: `npm run guides`. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

export default defineConfig({ ...journeys, testMatch: 'guides/make.ts', workers: 1, retries: 0 })

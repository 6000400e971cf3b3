/** Makes the user guides and the film with the demo of the journeys: `npm run guides`. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

export default defineConfig({ ...journeys, testMatch: 'guides/make.ts', workers: 1, retries: 0 })

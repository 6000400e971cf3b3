/** Contact sheets of the demo that the journeys run on. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

export default defineConfig({ ...journeys, testMatch: 'contactSheets.ts' })

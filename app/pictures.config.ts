/** The README's pictures are taken of the demo that the journeys run on. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

export default defineConfig({ ...journeys, testMatch: 'pictures.ts', workers: 1 })

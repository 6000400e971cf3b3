/** Takes the README's pictures with the demo of the journeys. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config'

export default defineConfig({ ...journeys, testMatch: 'pictures.ts', workers: 1 })

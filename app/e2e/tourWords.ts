/** The words of guided tours in both languages, in the order of the steps (`src/shell/tours/tours.test.ts`). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface TourWords {
  again: string
  names: Record<string, string>
  steps: Record<string, Record<string, { title: string; text: string }>>
  panel: Record<'count' | 'back' | 'next' | 'done' | 'skip', string>
}

const read = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../src/words/${language}/tours.json`), 'utf8')) as TourWords

export const tourWords = { en: read('en'), ms: read('ms') } as const
export type Language = keyof typeof tourWords

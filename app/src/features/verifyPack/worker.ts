/** The worker that verifies audit packs, so that the page stays responsive. It loads its own package of rules. */

import '~/core/packages'
import type { Outcome, Verification } from 'gridbill-core/packs'
import type { Language, Tone } from '~/core/generatedData'
import { answerQuestions } from '~/core/ruleWorker'

export interface Question {
  file: File
  language: Language
}

/** A result with its word and tone. */
export type OutcomeShown = { word: string; tone: Tone }

export type Answer =
  | { verification: Verification; outcomes: Record<Outcome, OutcomeShown>; problem?: undefined }
  | { verification?: undefined; problem: 'tooLarge' | 'failed' }

const outcomes = ['notApplicable', 'holds', 'unproven', 'fails'] as const satisfies readonly Outcome[]

// Imported without await: messages that arrive during a top-level await would be lost.
const rules = import('gridbill-core/packs')

answerQuestions(answer)

async function answer({ file, language }: Question): Promise<Answer> {
  const { maxPackBytes, verifyPack, outcomeTone, outcomeWord } = await rules
  if (file.size > maxPackBytes()) return { problem: 'tooLarge' }
  const verification = verifyPack(new Uint8Array(await file.arrayBuffer()), language)
  const shown = outcomes.map((outcome) => [outcome, { word: outcomeWord(outcome, language), tone: outcomeTone(outcome) }])
  return { verification, outcomes: Object.fromEntries(shown) }
}

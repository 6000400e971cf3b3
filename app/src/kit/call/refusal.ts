/** Refusals that the browser finds out itself, in the form of those of the server. */
import type { Code } from '~/core/generatedData'
import { loadSentence } from '~/core/lazyRules'
import { currentLanguage } from '~/words/language'
import { plainSentence } from '~/words/sentences'
import { CallError } from './api'

/** Returns a refusal with core's sentence, as the server would send it. */
export async function refusal(code: Code): Promise<CallError> {
  const errorMessage = await loadSentence(code, currentLanguage()).catch(() => plainSentence('unexpected'))
  return new CallError({ code, errorTopic: 'factors', errorMessage, fields: [], params: {} }, 422)
}

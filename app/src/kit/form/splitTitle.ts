import type { Language } from '~/core/core'

/** Splits a text after its first sentence. Browsers before 2024 cannot, and get the whole text. */
export function splitTitle(text: string, language: Language): [title: string, body: string] {
  if (!('Segmenter' in Intl)) return [text, '']
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  const title = first?.segment ?? ''
  return [title.trim(), text.slice(title.length)]
}

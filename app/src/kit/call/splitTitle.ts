import type { Language } from '~/core/core'

/** Splits a text after its first sentence. */
export function splitTitle(text: string, language: Language): [title: string, body: string] {
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)
  const title = first?.segment ?? ''
  return [title.trim(), text.slice(title.length)]
}

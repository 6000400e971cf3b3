/** Pairs of texts in one text; the two characters that part them become U+FFFD where somebody typed them. */
export const pairs = (texts: readonly (readonly [string, string])[]): string =>
  texts
    .map((pair) => `${pair.map((text) => text.replaceAll('\u001e', '\ufffd').replaceAll('\u001f', '\ufffd')).join('\u001f')}\u001e`)
    .join('')

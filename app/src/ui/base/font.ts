/** The font, which its stand-in of tokens.css has the measures of: it comes after all that a screen needs. */
const cameKey = 'gridbill.font'

const show = () => {
  document.documentElement.dataset.font = 'inter'
}

/** At once where it came before: it lies in the browser's store. */
export function showFontThatCame() {
  if (localStorage.getItem(cameKey)) show()
}

export async function loadFont() {
  const faces = await document.fonts.load('1em "Inter Variable"').catch(() => [])
  if (faces.length === 0) return
  show()
  localStorage.setItem(cameKey, 'came')
}

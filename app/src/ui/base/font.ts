/** Loads the font last, after everything that a screen needs. Until then, tokens.css has a substitute with the same metrics. */
const loadedKey = 'gridbill.font'

const show = () => {
  document.documentElement.dataset.font = 'inter'
}

/** Shows the font immediately if an earlier visit loaded it, because it is then in the browser's cache. */
export function showCachedFont() {
  if (localStorage.getItem(loadedKey)) show()
}

export async function loadFont() {
  const faces = await document.fonts.load('1em "Inter Variable"').catch(() => [])
  if (faces.length === 0) return
  show()
  localStorage.setItem(loadedKey, 'came')
}

/** The browser and the system that a User-Agent header names, as far as they are known. */

export interface Device {
  browser?: string
  system?: string
}

/** The first match counts: most browsers also name the ones below them. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Microsoft Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  // A program that is no browser begins with its own name.
  [/^(?!Mozilla)[A-Za-z][\w.-]*/, ''],
]
const systems: readonly [RegExp, string][] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

function first(list: readonly [RegExp, string][], text: string): string | undefined {
  for (const [pattern, name] of list) {
    const found = pattern.exec(text)
    if (found) return name || found[0]
  }
  return undefined
}

export function deviceOf(userAgent: string): Device {
  const [browser, system] = [first(browsers, userAgent), first(systems, userAgent)]
  return { ...(browser && { browser }), ...(system && { system }) }
}

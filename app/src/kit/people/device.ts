/** Finds the browser and operating system in a User-Agent header, as far as they are known. */

export interface Device {
  browser?: string
  system?: string
}

/** The first match wins, because most browsers also contain the names of those further down. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Microsoft Edge'],
  [/\bOPR\/|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  // Programs other than browsers begin with their own name.
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

/** Finds the browser and operating system in a User-Agent header, as far as they are known. */

export interface Device {
  browser?: string
  system?: string
}

/** In order of precedence, because most headers also contain the names of browsers further down. */
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

function firstMatch(list: readonly [RegExp, string][], text: string): string | undefined {
  for (const [pattern, name] of list) {
    const found = pattern.exec(text)
    if (found) return name || found[0]
  }
  return undefined
}

export function deviceOf(userAgent: string): Device {
  const [browser, system] = [firstMatch(browsers, userAgent), firstMatch(systems, userAgent)]
  return { ...(browser && { browser }), ...(system && { system }) }
}

/** Computes the colours of tokens.css as a browser does, and their contrast. */
import { readFileSync } from 'node:fs'

export type Theme = 'light' | 'dark'
/** Three components from 0 to 1. */
type Triple = readonly [number, number, number]

const sheet = readFileSync(new URL('../src/ui/base/tokens.css', import.meta.url), 'utf8')
const tokens = new Map([...sheet.matchAll(/^ {2}(--[\w-]+): (.+);$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Returns the arguments of a call of this function as text; undefined for other text. */
const within = (text: string, name: string) => (text.startsWith(`${name}(`) ? text.slice(name.length + 1, -1) : undefined)

/** Splits arguments at commas outside brackets. */
function parts(text: string): string[] {
  const found = ['']
  let depth = 0
  for (const character of text) {
    depth += Number(character === '(') - Number(character === ')')
    if (character === ',' && depth === 0) found.push('')
    else found.push((found.pop() ?? '') + character)
  }
  return found.map((part) => part.trim())
}

const each = (triple: Triple, change: (part: number, index: number) => number): Triple => [
  change(triple[0], 0),
  change(triple[1], 1),
  change(triple[2], 2),
]
const times = (rows: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple => {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z
  return [row(rows[0]), row(rows[1]), row(rows[2])]
}
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const encoded = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)

// https://bottosson.github.io/posts/oklab/
const oklab = (colour: Triple): Triple => {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    each(colour, linear),
  )
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    each(cones, Math.cbrt),
  )
}
const fromOklab = (lab: Triple): Triple => {
  const cones = times(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    lab,
  )
  const rgb = times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    each(cones, (part) => part ** 3),
  )
  return each(rgb, (part) => encoded(Math.min(1, Math.max(0, part))))
}

/** Evaluates a lightness that depends on the accent, such as `calc(min(l, 0.52) - 0.05)`. */
function lightness(text: string, accent: number): number {
  const [least, most, sum] = [within(text, 'min'), within(text, 'max'), within(text, 'calc')]
  if (least) return Math.min(...parts(least).map((part) => lightness(part, accent)))
  if (most) return Math.max(...parts(most).map((part) => lightness(part, accent)))
  if (sum) {
    const [from = '', less = ''] = sum.split(/ - (?=[\d.]+$)/)
    return lightness(from, accent) - Number(less)
  }
  return text === 'l' ? accent : Number(text)
}

/** Returns the colour of a style sheet value. Throws if the syntax is not supported here. */
function colour(value: string, theme: Theme): Triple {
  if (value === 'white') return [1, 1, 1]
  const hex = /^#(..)(..)(..)$/.exec(value)
  if (hex) return each([1, 2, 3], (group) => Number.parseInt(hex[group] ?? '', 16) / 255)
  const [name, either, mixed, derived] = ['var', 'light-dark', 'color-mix', 'oklch'].map((kind) => within(value, kind))
  if (name) return colour(tokens.get(name) ?? `${name} is no token`, theme)
  if (either) return colour(parts(either)[theme === 'light' ? 0 : 1] ?? '', theme)
  const mix = mixed && /^in oklab, (.+) (\d+)%, (.+)$/.exec(mixed)
  if (mix) {
    const [one, other] = [oklab(colour(mix[1] ?? '', theme)), oklab(colour(mix[3] ?? '', theme))]
    const share = Number(mix[2]) / 100
    return fromOklab(each(one, (part, index) => part * share + (other[index] ?? 0) * (1 - share)))
  }
  const lit = derived && /^from var\(--accent\) (.+) c h$/.exec(derived)
  if (lit) {
    const [accent, a, b] = oklab(colour('var(--accent)', theme))
    return fromOklab([lightness(lit[1] ?? '', accent), a, b])
  }
  throw new Error(`unsupported colour: ${value}`)
}

function luminance(colour: Triple): number {
  const [red, green, blue] = each(colour, linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of WCAG, from 1 to 21. */
export function contrast(one: string, other: string, theme: Theme): number {
  const [a, b] = [luminance(colour(one, theme)), luminance(colour(other, theme))]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Reads the QR codes of bills with jsQR and parses them with emvqr, which others wrote. The server draws the same codes. */
import { readFileSync } from 'node:fs'
import emvqr from 'emvqr'
import jsQR from 'jsqr'
import { describe, expect, test } from 'vitest'

interface Drawn {
  text: string
  size: number
  path: string
}
interface Case {
  name: string
  rule: string
  input: { merchant: Record<string, string>; amount: string; invoiceNo?: string; accountNo?: string }
  output: string | null
}

const fixtures = new URL('../../fixtures/', import.meta.url)
const drawn: Drawn[] = JSON.parse(readFileSync(new URL('qr.json', fixtures), 'utf8'))
const cases: Case[] = JSON.parse(readFileSync(new URL('rules/duitnow.json', fixtures), 'utf8'))
const texts = cases.filter(({ rule, output }) => rule === 'duitNow.text' && output !== null)

/** Pixels of a module. */
const scale = 4

function read({ size, path }: Drawn) {
  const width = size * scale
  const colours = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++) {
        colours.set([0, 0, 0], (row * width + column) * 4)
      }
    }
  }
  return jsQR(colours, width, width)?.data
}

test('every text has a drawing', () => {
  expect(drawn.map(({ text }) => text)).toEqual(texts.map(({ output }) => output))
})

describe.each(texts)('$name', ({ input: { merchant, amount, invoiceNo, accountNo }, output }) => {
  test('jsQR reads the text from the drawing', () => {
    const code = drawn.find(({ text }) => text === output)
    expect(code && read(code)).toBe(output)
  })

  // emvqr fails for the categories of PayNet's examples, which have no bill.
  test.runIf(invoiceNo !== undefined)('emvqr finds the merchant, the amount and the bill', () => {
    const parsed = emvqr.decode(output ?? '')
    expect(parsed['26']?.data).toMatchObject({
      '00': { data: 'A0000006150001' },
      '01': { data: merchant.acquirerId },
      '02': { data: merchant.merchantId },
    })
    expect(parsed['52']?.data).toContain('4900')
    expect(parsed['53']?.data).toContain('458')
    expect(parsed['54']?.data).toBe(amount)
    expect(parsed['58']?.data).toContain('MY')
    expect(parsed['62']?.data).toMatchObject({ '01': { data: invoiceNo }, '06': { data: accountNo } })
  })
})

/** Checks the layers of src: a file may import only files of its own part and of lower layers. */
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/** The parts of src by layer, the lowest first. Each domain of features is a part of its own. */
const layers = [['core', 'words', 'ui'], ['kit'], ['features', 'shell'], ['routes'], ['main']]
const layerOf = (part: string) => layers.findIndex((parts) => parts.includes(part.split('/')[0] ?? ''))
/** Words are sentences of core in a language, so these two may import each other. */
const areTogether = (one: string, other: string) => [one, other].sort().join() === 'core,words'

const sources = import.meta.glob<string>('../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const files = new Map(Object.entries(sources).map(([path, text]) => [path.replace('../src/', ''), text]))

/** Returns the part of a file, for example `ui` or `features/bills`. */
const partOf = (file: string) => /^(features\/\w+|\w+)/.exec(file)?.[1] ?? ''

/** Returns the files that a file imports: with or without their values, at its start or later. */
function imported(file: string): string[] {
  const paths = [...(files.get(file) ?? '').matchAll(/(?:\bfrom |^import |\bimport\(|\bURL\()'(\.{1,2}\/[^']+|~\/[^']+)'/gm)].map(
    ([, path = '']) => path,
  )
  return paths.map((path) => (path.startsWith('~/') ? path.slice(2) : posix.join(posix.dirname(file), path)))
}

test('no part imports a higher layer, and no domain imports another', () => {
  const wrong = [...files.keys()].flatMap((file) => {
    const part = partOf(file)
    const others = imported(file).map(partOf)
    return others
      .filter((other) => other !== part && layerOf(other) >= layerOf(part) && !areTogether(part, other))
      .map((other) => `${file}: ${part} imports ${other}, which is not in a lower layer`)
  })
  expect(wrong).toEqual([])
  expect(new Set([...files.keys()].map((file) => partOf(file).split('/')[0]))).toEqual(new Set(layers.flat()))
})
